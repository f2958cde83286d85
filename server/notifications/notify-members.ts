import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
} from '../../contract/notification-kinds.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { queuePushes } from '../push/queue-push.ts'
import type { Announcement } from './announcement.ts'
import { asShown } from './as-shown.ts'
import { followersOf } from './followers.ts'
import { queueMails } from './queue-mails.ts'
import { readMembers, type NotifiedMember } from './members.ts'
import { dayOf } from './queries.ts'
import { seenThrough, visibleTo } from './visible.ts'
import { isRecipient, wants } from './wants.ts'

type Row = Readonly<{
  member: NotifiedMember
  announcement: Announcement
  occurrences: number
  channels: readonly NotificationChannel[]
}>

/**
 * Writes each announcement for every member who gets it and queues their emails. Returns how many rows were written.
 */
export async function notifyMembers(
  tx: Tx,
  org_id: string,
  announcements: readonly Announcement[],
  { canMail }: { canMail: boolean },
): Promise<number> {
  if (announcements.length === 0) return 0
  const members = await readMembers(tx, org_id)
  const canSee = await visibleTo(tx, org_id, members, announcements)
  const follows = await followersOf(tx, org_id, announcements)
  const rows = members.flatMap((member) =>
    collected(
      announcements.filter((announcement) => isRecipient(member, announcement) && canSee(member, announcement)),
    ).map((row) => ({
      member,
      ...row,
      channels: channelsOf(member, row.announcement, follows),
    })),
  )
  const heard = rows.filter(({ channels }) => channels.length > 0)
  const written = await write(tx, org_id, members, heard)
  const mailed = heard
    .filter(({ member, channels }) => member.is_confirmed && channels.includes('mail'))
    .flatMap((row) => {
      const found = written.get(keyOf({ user_id: row.member.user_id, cause: row.announcement.cause }))
      const actor = actorFor(row, members)
      // Counted with earlier ones that the person hasn't read: they were emailed.
      if (found === undefined || found.occurrences > row.occurrences) return []
      return [{ ...row, ...found, actor_id: actor.id, actor_name: actor.name }]
    })
  if (canMail) await queueMails(tx, org_id, mailed)
  return written.size
}

/**
 * Repeated causes are one row, the newest: an insert can't conflict with the same row twice. Only transactions are
 * counted together; any other cause that comes twice is the same one.
 */
function collected(announcements: readonly Announcement[]): Omit<Row, 'member' | 'channels'>[] {
  const byCause = Map.groupBy(announcements, ({ cause }) => cause)
  return [...byCause.values()].flatMap((same) => {
    const announcement = same.at(-1)
    const occurrences = announcement?.kind === 'transaction' ? same.length : 1
    return announcement ? [{ announcement, occurrences }] : []
  })
}

/** How a member is notified: by their choice for the kind and, for followed records, their choice for updates. */
function channelsOf(
  member: NotifiedMember,
  announcement: Announcement,
  follows: (member: NotifiedMember, announcement: Announcement) => boolean,
): NotificationChannel[] {
  return notificationChannels.filter(
    (channel) =>
      wants(member, announcement.kind, channel) ||
      (follows(member, announcement) && wants(member, 'followed', channel)),
  )
}

/** Returns who was notified of what, with the notification's row: no one is notified of the same cause twice. */
async function write(
  tx: Tx,
  org_id: string,
  members: readonly NotifiedMember[],
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Written>> {
  if (rows.length === 0) return new Map()
  const values = rows.map(({ member, announcement, occurrences, channels }) => ({
    user_id: member.user_id,
    id: newId(),
    kind: announcement.kind,
    cause: announcement.cause,
    title: announcement.title,
    body: member.location_ids === null ? announcement.body : announcement.limited_body,
    actor_id: actorFor({ member, announcement }, members).id,
    actor_name: actorFor({ member, announcement }, members).name,
    comment_id: announcement.comment_id,
    seen_kind: seenThrough(announcement).kind,
    seen_id: seenThrough(announcement).id,
    subject_kind: announcement.subject.kind,
    subject_id: announcement.subject.id,
    whole: member.location_ids === null && announcement.body !== announcement.limited_body,
    shown: channels.includes('app'),
    pushed: channels.includes('push'),
    occurrences,
    happened_at: announcement.happened_at,
  }))
  const written = await tx.all(sql<Written & { user_id: string; cause: string }>`
    insert into notifications as n (org_id, user_id, id, kind, cause, title, body, actor_name, subject_kind, subject_id, whole, shown,
      occurrences, happened_at, actor_id, comment_id, seen_kind, seen_id)
    select ${org_id}, v.* from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (user_id uuid, id uuid, kind text, cause text,
      title text, body text, actor_name text, subject_kind text, subject_id uuid, whole boolean, shown boolean, occurrences integer,
      happened_at timestamptz, actor_id uuid, comment_id uuid, seen_kind text, seen_id uuid)
    on conflict (org_id, user_id, cause) do update
    set occurrences = excluded.occurrences + case when n.read_at is null then n.occurrences else 0 end, title = excluded.title, body = excluded.body, subject_id = excluded.subject_id,
      whole = n.whole or excluded.whole, seen_kind = excluded.seen_kind, seen_id = excluded.seen_id, happened_at = excluded.happened_at, read_at = null,
      summarized_at = null
    where n.kind = 'transaction'
    returning n.id, n.user_id, n.cause, n.occurrences, ${dayOf} as day`)
  const pushed = new Map(values.filter((one) => one.pushed).map((one) => [keyOf(one), one]))
  await queuePushes(
    tx,
    org_id,
    written.flatMap(({ id, user_id, cause, occurrences, day }) => {
      const notification = pushed.get(keyOf({ user_id, cause }))
      return notification ? [{ user_id, message: { id, ...pushText({ ...notification, occurrences, day }) } }] : []
    }),
  )
  return new Map(written.map(({ user_id, cause, ...row }) => [keyOf({ user_id, cause }), row]))
}

const keyOf = ({ user_id, cause }: { user_id: string; cause: string }) => `${user_id} ${cause}`

type Written = Readonly<{ id: string; occurrences: number; day: string }>

/** A notification as a browser shows it: the author comes before the action. */
function pushText(notification: Parameters<typeof asShown>[0]) {
  const { title, body, address } = asShown(notification)
  const { actor_name } = notification
  const who = actor_name !== null && title.startsWith(actor_name) ? null : actor_name
  return { title, body: [who, body].filter(Boolean).join(': '), url: address }
}

/** The author, as far as the recipient may know. */
function actorFor({ member, announcement }: Pick<Row, 'member' | 'announcement'>, members: readonly NotifiedMember[]) {
  if (announcement.hides_actor_from_limited && member.location_ids !== null) return { id: null, name: null }
  return { id: announcement.user_id, name: actorName(members, announcement) }
}

/** A member's current name; for an API key or a former member, the name at that time. */
function actorName(members: readonly NotifiedMember[], { kind, user_id, actor_name }: Announcement): string | null {
  const member = members.find((one) => one.user_id === user_id)
  if (member) return member.username
  return actor_name === null || sentByLink.has(kind) ? actor_name : actor_name.replace(domainOfAddress, '$1')
}

/** By customers and suppliers, whose names may contain an @. */
const sentByLink: ReadonlySet<NotificationKind> = new Set(['customer_question', 'supplier_answer'])

const domainOfAddress = /^([^\s@]+)@[^\s@]+\.[^\s@]+$/
