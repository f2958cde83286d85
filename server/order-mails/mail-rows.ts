import type { SentMail } from '../../contract/documents.ts'
import { limits } from '../../contract/limits.ts'
import { userReference } from '../../ledger/post-stock.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { personName } from '../platform/person-name.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Where the emails of a kind of order are recorded: the table, and its column with the order. */
const recorded = {
  sales: { table: 'sales_order_mails', order: 'sales_order_id' },
  purchase: { table: 'purchase_order_mails', order: 'purchase_order_id' },
} as const
type Kind = keyof typeof recorded

/** An email that is about to be sent; `document` for sales orders, which have several. */
type Claimed = Readonly<{ id: string; order_id: string; recipient: string; document?: string }>

/**
 * Claims an email by its id before it is handed to the mail server, so sending the same one twice at once sends it
 * once. A claim without an outcome becomes free once its process can't be working on it any more. Refuses, in this
 * order: too_many_requests (in a day); in_progress, already_exists (the id).
 */
export async function claimMail(tx: Tx, actor: Actor, kind: Kind, mail: Claimed): Promise<void> {
  await checkDay(tx, actor)
  const { table, order } = namesOf(kind)
  const document = mail.document === undefined ? {} : { document: mail.document }
  const values = {
    recipient: mail.recipient,
    user_id: actor.user_id,
    user_reference: userReference(actor),
    ...document,
  }
  const columns = Object.keys(values).map(sql.ref)
  const claimed = await tx.run(sql`
    insert into ${table} as m (org_id, id, ${order}, ${sql.join(columns)})
    values (${actor.org_id}, ${mail.id}, ${mail.order_id}, ${sql.join(Object.values(values))})
    on conflict (org_id, id) do update
    set ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}, claimed_at = clock_timestamp()
    where m.sent_at is null and m.${order} = excluded.${order}
      and m.claimed_at < clock_timestamp() - make_interval(secs => ${limits.mailClaimSeconds})`)
  if (claimed === 1) return
  const { sent } = await tx.one(sql<{ sent: boolean }>`
    select sent_at is not null or ${order} <> ${mail.order_id} as sent from ${table}
    where org_id = ${actor.org_id} and id = ${mail.id}`)
  refuse(sent ? 'already_exists' : 'in_progress')
}

/** Frees the claim of an email that the mail server didn't accept. */
export async function freeMail(tx: Tx, actor: Actor, kind: Kind, id: string): Promise<void> {
  const { table } = namesOf(kind)
  await tx.run(sql`delete from ${table} where org_id = ${actor.org_id} and id = ${id} and sent_at is null`)
}

/** Records that the mail server has accepted an email. */
export async function markMailSent(tx: Tx, actor: Actor, kind: Kind, id: string): Promise<void> {
  const { table } = namesOf(kind)
  await tx.run(sql`update ${table} set sent_at = clock_timestamp() where org_id = ${actor.org_id} and id = ${id}`)
}

/** SQL: the columns of an email in these tables, as the contract defines it. */
export function mailColumns(kind: Kind): Statement<SentMail> {
  return sql`id, recipient, ${personName(recorded[kind].table)} as user_reference, coalesce(sent_at, claimed_at) as mailed_at,
    case when sent_at is not null then 'sent'
      when claimed_at > clock_timestamp() - make_interval(secs => ${limits.mailClaimSeconds}) then 'sending' else 'unknown' end as status`
}

/**
 * Everyone who can sign up can send, so the daily number is limited: this server must not become a spam relay. One
 * claim at a time per organization, so that emails sent at once count each other.
 */
async function checkDay(tx: Tx, actor: Actor): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`order emails ${actor.org_id}`}, 0))`)
  const counts = Object.values(recorded).map(
    ({ table }) => sql`(select count(*) from ${sql.ref(table)}
      where org_id = ${actor.org_id} and claimed_at > clock_timestamp() - interval '1 day')`,
  )
  const { count } = await tx.one(sql<{ count: number }>`select ${sql.join(counts, sql.raw(' + '))} as count`)
  if (count >= limits.mailsPerDay)
    refuse('too_many_requests', undefined, `You can send up to ${limits.mailsPerDay} emails a day. Try again tomorrow.`)
}

function namesOf(kind: Kind) {
  const { table, order } = recorded[kind]
  return { table: sql.ref(table), order: sql.ref(order) }
}
