import { byCount } from '../../contract/counted-nouns.ts'
import { queueMail } from '../identity/mails/queue-mail.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { asShown } from './as-shown.ts'
import { readMembers } from './members.ts'
import { actorName, dayOf, shownTo } from './queries.ts'

export type Due = Readonly<{ org_id: string; user_id: string; today: string }>

/** How many notifications a summary lists. */
const itemsShown = 30

/** How far back a summary goes, and a first one. */
const hoursShown = 48
const hoursShownFirst = 24

/**
 * Queues a member's summary of what no earlier one has listed, unless it was queued today or there is nothing to
 * report.
 */
export async function queueDigest(tx: Tx, { org_id, user_id, today }: Due): Promise<void> {
  const ours = await tx.maybe(sql<Since>`
    with before as (
      select sent_at from notification_digests
      where org_id = ${org_id} and user_id = ${user_id} and coalesce(sent_on < ${today}::date or sent_on > ${today}::date + 1, true)
      for update)
    update notification_digests d set sent_on = ${today}::date, sent_at = clock_timestamp() from before
    where d.org_id = ${org_id} and d.user_id = ${user_id}
    returning before.sent_at is null as is_first,
      coalesce(before.sent_at < clock_timestamp() - make_interval(hours => ${hoursShown}), false) as is_shortened`)
  const member = (await readMembers(tx, org_id)).find((one) => one.user_id === user_id)
  if (!ours || !member?.email_notifications || !member.is_confirmed) return
  const ids = await takeUnread(tx, { org_id, user_id }, ours.is_first ? hoursShownFirst : hoursShown)
  if (ids.length === 0) return
  await tx.useLocations(member.location_ids)
  const rows = await tx.all(sql<Listed>`
    select n.id, n.kind, n.actor_id, ${actorName} as actor_name, n.title, n.body, n.subject_kind, n.subject_id, n.occurrences, ${dayOf} as day, count(*) over ()::integer as in_all from notifications n
    where n.org_id = ${org_id} and n.user_id = ${user_id} and n.id = any (${ids}::uuid[]) and ${shownTo({ ...member, org_id })}
    order by n.happened_at desc limit ${itemsShown}`)
  await tx.useLocations(null)
  const [first] = rows
  if (!first) return
  const items = rows.map((row) => ({ id: row.id, ...asShown(row) }))
  const more = first.in_all - rows.length
  if (more > 0) items.push({ id: '', title: `${more} more`, body: null, address: '/notifications' })
  const since = periodText(ours)
  const news = byCount(first.in_all, {
    one: `{count} unread notification ${since}`,
    other: `{count} unread notifications ${since}`,
  })
  const details = { notifications: { org_id, news, items } }
  await queueMail(tx, { kind: 'notifications', email: member.email, user_id, details })
}

type Since = Readonly<{
  is_first: boolean
  /** The last summary was earlier than this one goes back. */ is_shortened: boolean
}>

function periodText({ is_first, is_shortened }: Since): string {
  if (is_first) return `in the last ${hoursShownFirst} hours`
  return is_shortened ? `in the last ${hoursShown} hours` : 'since your last summary'
}

/**
 * Marks the unread notifications that no summary has listed. One that is being read or counted again at this moment
 * isn't waited for: unless it is read, the next summary lists it.
 */
async function takeUnread(tx: Tx, { org_id, user_id }: Omit<Due, 'today'>, hours: number): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    update notifications set summarized_at = clock_timestamp()
    where org_id = ${org_id} and user_id = ${user_id} and id in (
      select id from notifications
      where org_id = ${org_id} and user_id = ${user_id} and read_at is null and summarized_at is null
        and happened_at > clock_timestamp() - make_interval(hours => ${hours})
      for no key update skip locked)
    returning id`)
  return rows.map(({ id }) => id)
}

type Listed = Parameters<typeof asShown>[0] & Readonly<{ id: string; in_all: number }>
