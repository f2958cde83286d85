import { listNotifications, type Notification } from '../../contract/notifications.ts'
import { notificationKind, notificationKindNames, type NotificationKind } from '../../contract/notification-kinds.ts'
import type { AddressedKind } from '../../contract/record-addresses.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { storedName } from '../platform/person-name.ts'
import { sql } from '../platform/sql.ts'
import { asShown } from './as-shown.ts'
import { isVisible } from './visible.ts'
import { mayReceiveKind } from './wants.ts'

const newestFirst = newestBy('newest', 'n.happened_at', 'n.id')

type Row = Readonly<{
  id: string
  kind: NotificationKind
  title: string
  body: string | null
  actor_name: string | null
  subject_kind: AddressedKind
  subject_id: string | null
  occurrences: number
  actor_id: string | null
  /** Of the organization's calendar. */
  day: string
  happened_at: string
  is_read: boolean
  page_key: string[]
}>

export const listNotificationsQuery = implement(listNotifications, async (tx, actor, { limit, cursor, only }) => {
  const { key, after, order } = keyset(newestFirst, cursor)
  const [rows, unread] = await Promise.all([
    tx.all(sql<Row>`
      select n.id, n.kind, n.title, n.body, ${actorName} as actor_name, n.subject_kind, n.subject_id, n.occurrences, n.happened_at, n.actor_id,
        ${dayOf} as day,
        n.read_at is not null as is_read, ${key}
      from notifications n
      where n.org_id = ${actor.org_id} and n.user_id = ${actor.user_id} and ${shownTo(actor)}
        and (${only} = 'all' or n.read_at is null) and ${after}
      ${order} limit ${sql.rows(limit + 1)}`),
    countUnread(tx, actor),
  ])
  const { items, next } = pageOf(rows, limit, newestFirst)
  return { items: items.map(shown), next, unread }
})

/** The name of the author of the notification `n`. */
export const actorName = storedName(sql`n.org_id`, sql`n.actor_id`, sql`n.actor_name`)

/** The day of the notification `n`, in the organization's calendar. */
export const dayOf = sql<string>`(
  select (n.happened_at at time zone o.time_zone)::date::text from organizations o where o.org_id = n.org_id)`

type Reader = Pick<Actor, 'org_id' | 'role' | 'location_ids'>

/**
 * What a member may still see, in a transaction with their locations: a member whose role or locations changed can't
 * read what they could see before. Older notifications without a recorded permission are visible with their target.
 */
export const shownTo = (reader: Reader) => sql<boolean>`
  n.shown and n.kind = any (${kindsFor(reader)}) and ${
    reader.location_ids === null
      ? sql`true`
      : sql`not n.whole and exists (
          select from (select
            coalesce(n.seen_kind, case when n.kind in ('comment', 'mention')
              then 'record:' || case n.subject_kind when 'posting' then 'transaction' else n.subject_kind end else n.subject_kind end) as kind,
            case when n.seen_kind is null then n.subject_id else n.seen_id end as id) s
          where ${isVisible(reader.org_id)})`
  }`

function kindsFor(actor: Reader): NotificationKind[] {
  return notificationKindNames.filter((kind) => mayReceiveKind(actor, kind))
}

export async function countUnread(tx: Tx, actor: Actor): Promise<number> {
  const { unread } = await tx.one(sql<{ unread: number }>`
    select count(*)::integer as unread from notifications n
    where n.org_id = ${actor.org_id} and n.user_id = ${actor.user_id} and n.read_at is null and ${shownTo(actor)}`)
  return unread
}

function shown(found: Omit<Row, 'page_key'>): Notification {
  const { subject_kind: _, subject_id: __, occurrences: ___, actor_id: ____, day: _____, ...row } = found
  return { ...row, type: notificationKind(row.kind).type, ...asShown(found) }
}
