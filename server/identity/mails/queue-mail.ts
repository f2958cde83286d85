import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { TokenType } from '../one-time-tokens.ts'
import type { InvitationKey } from './invitation-link.ts'

/**
 * What a mail is asked for: a way into an account, the notice that a credential changed, or an invitation to an
 * organization.
 */
export type MailKind = TokenType | CredentialNotice | 'organization_invitation' | 'account_deleted' | 'notifications'

/** What a user is told of: how they sign in has changed. */
export type CredentialNotice =
  | 'password_changed'
  | 'email_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'identity_linked'
  | 'identity_unlinked'

/** What its sending needs beside the address. No secret: a password only as its hash. */
export type MailDetails = Readonly<{
  /** Where the person lands afterwards, checked. */
  redirect_to?: string
  /** The browser that asked (PKCE). */
  code_challenge?: string | null
  /** Of a sign-up: what its confirmation brings into force. */
  password_hash?: string | null
  user_metadata?: Record<string, unknown>
  /** Asked for again: someone who is confirmed already gets nothing. */
  again?: boolean
  /** Of a sign-in link: an unknown address signs up. */
  create_user?: boolean
  new_email?: string
  /** Of a notice: the credential, in words, and how many recovery codes are left. */
  credential?: string
  codes_left?: number
  invitation?: InvitationDetails
  notifications?: NotificationsDetails
  /** Where the account is that was linked or unlinked. */
  provider?: string
}>

/** What the mail of an invitation says. Its link is derived from the key when the mail is made. */
export type InvitationDetails = InvitationKey &
  Readonly<{ role: string; organization_name: string; invited_by: string }>

/** What a mail of notifications says of an organization; `news` is its subject. */
export type NotificationsDetails = Readonly<{
  org_id: string
  news: string
  /** `id`: the notification; '' of a line that is none. */
  items: readonly Readonly<{ id: string; title: string; body: string | null; address: string }>[]
}>

export type QueuedMail = Readonly<{ kind: MailKind; email: string; user_id?: string; details?: MailDetails }>

/**
 * Leaves a mail to be sent after the commit, at least once. Without a `user_id` the user is looked up by the address
 * when the mail is made: so a request does the same work for an address that no one has.
 */
export async function queueMail(tx: Tx, { kind, email, user_id, details = {} }: QueuedMail): Promise<void> {
  await tx.run(sql`
    insert into auth.mails (id, kind, email, user_id, details)
    values (${newId()}, ${kind}, ${email}, ${user_id ?? null}, ${JSON.stringify(details)}::jsonb)`)
}

/**
 * Tells a user that how they sign in has changed, where mail can be sent. The caller pokes the queue after the commit.
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
