import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { MailDetails } from './mail-details.ts'
import type { MailKind, CredentialNotice } from './mail-kinds.ts'

export type QueuedMail = Readonly<{ kind: MailKind; email: string; user_id?: string; details?: MailDetails }>

/**
 * Queues an email to be sent after the commit, at least once. Without a `user_id` the user is looked up by the address
 * when the email is made, so a request does the same work for an unknown address.
 */
export async function queueMail(tx: Tx, { kind, email, user_id, details = {} }: QueuedMail): Promise<void> {
  await tx.run(sql`
    insert into auth.mails (id, kind, email, user_id, details)
    values (${newId()}, ${kind}, ${email}, ${user_id ?? null}, ${JSON.stringify(details)}::jsonb)`)
}

/**
 * Notifies a user that the way they sign in has changed, if email can be sent. The caller pokes the queue after the
 * commit.
 */
export async function queueNotice(
  tx: Tx,
  { mails }: { mails: object | null },
  user: { id: string; email: string },
  kind: CredentialNotice,
  details: MailDetails = {},
): Promise<void> {
  if (mails) await queueMail(tx, { kind, email: user.email, user_id: user.id, details })
}
