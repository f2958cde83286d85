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

/** Queues a member's summary of the last day, unless it was queued today or there is nothing to report. */
export async function queueDigest(tx: Tx, { org_id, user_id, today }: Due): Promise<void> {
  const isOurs = await tx.run(sql`
    update notification_digests set sent_on = ${today}::date
    where org_id = ${org_id} and user_id = ${user_id} and coalesce(sent_on < ${today}::date, true)`)
  const member = (await readMembers(tx, org_id)).find((one) => one.user_id === user_id)
  if (isOurs === 0 || !member?.email_notifications || !member.is_confirmed) return
  await tx.useLocations(member.location_ids)
  const rows = await tx.all(sql<Listed>`
    select n.id, n.kind, n.actor_id, ${actorName} as actor_name, n.title, n.body, n.subject_kind, n.subject_id, n.occurrences, ${dayOf} as day, count(*) over ()::integer as in_all from notifications n
    where n.org_id = ${org_id} and n.user_id = ${user_id} and n.read_at is null and ${shownTo({ ...member, org_id })}
      and n.happened_at > clock_timestamp() - interval '1 day'
    order by n.happened_at desc limit ${itemsShown}`)
  await tx.useLocations(null)
  const [first] = rows
  if (!first) return
  const items = rows.map((row) => ({ id: row.id, ...asShown(row) }))
  const more = first.in_all - rows.length
  if (more > 0) items.push({ id: '', title: `${more} more`, body: null, address: '/notifications' })
  const news = byCount(first.in_all, {
    one: '{count} unread notification today',
    other: '{count} unread notifications today',
  })
  const details = { notifications: { org_id, news, items } }
  await queueMail(tx, { kind: 'notifications', email: member.email, user_id, details })
}

type Listed = Parameters<typeof asShown>[0] & Readonly<{ id: string; in_all: number }>
