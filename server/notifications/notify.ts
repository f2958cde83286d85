import { notificationKind, type NotificationKind } from '../../contract/notification-kinds.ts'
import type { AddressedKind } from '../../contract/record-addresses.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'

/** The target of a notification; `id` is null for a screen without a single record. */
export type Subject = Readonly<{ kind: AddressedKind; id: string | null }>

export type NewNotification = Readonly<{
  kind: NotificationKind
  /** What happened, without the author's name, which is shown beside it. */
  title: string
  body?: string | null
  /**
   * What members limited to locations read instead of `body`: nothing, unless it contains no figures of other
   * locations.
   */
  limited_body?: string | null
  subject: Subject
  /** The comment whose text `body` is: the notification uses its current text when it is sent. */
  comment_id?: string
  /** Only these members, if they may see it; otherwise everyone who may. */
  to?: readonly string[]
  /** Identifies what happened, for kinds whose cause may repeat: each member gets one notification per cause. */
  cause?: string
}>

/** The author: a member, a program (by its key's id and name), or the server itself. */
export type Cause = Readonly<{ org_id: string; user_id: string | null; email?: string }>

/**
 * Queues a notification in the transaction of its cause. After the commit it becomes one row for each member who may
 * see its subject, wants the kind and, unless the kind states otherwise, isn't the author. Costs one statement, and no
 * row if the organization has no one to notify.
 */
export function notify(tx: Tx, actor: Cause, notification: NewNotification): Promise<void> {
  return notifyOfEach(tx, actor, [notification])
}

/** The same for several notifications of one kind, with one statement. */
export async function notifyOfEach(tx: Tx, actor: Cause, notifications: readonly NewNotification[]): Promise<void> {
  const [first] = notifications
  if (!first) return
  const payloads = notifications.map((notification) => ({ found: 'told', cause: newId(), ...notification }))
  await enqueue(tx, actor, first.kind, payloads)
}

/** Queues what happened, as one row each, with one statement. The time is the database's: clocks of servers differ. */
export async function enqueue(
  tx: Tx,
  { org_id, user_id, email }: Cause,
  kind: NotificationKind,
  payloads: readonly object[],
): Promise<void> {
  const cause = { user_id, actor_name: email ?? null }
  const texts = payloads.map((payload) => JSON.stringify({ ...payload, ...cause }, wellFormed))
  await tx.run(sql`
    insert into outbox (org_id, kind, payload)
    select ${org_id}, 'notifications', n.payload || jsonb_build_object('happened_at', clock_timestamp())
    from unnest(${texts}::jsonb[]) as n (payload)
    where coalesce(current_setting('app.now', true), '') = '' and (
      ${notificationKind(kind).own}::boolean
      or exists (select from members where org_id = ${org_id} and user_id is distinct from ${user_id}::uuid))`)
}

/** PostgreSQL stores no half of a surrogate pair, as a text may have that was cut. */
const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
