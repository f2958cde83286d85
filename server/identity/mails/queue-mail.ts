import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { TokenType } from '../one-time-tokens.ts'
import type { InvitationKey } from './invitation-link.ts'

/**
 * The purpose of an email: a way into an account, the notice that a credential changed, or an invitation to an
 * organization.
 */
export type MailKind = TokenType | CredentialNotice | 'organization_invitation' | 'account_deleted' | 'notifications'

/** Notices to a user that the way they sign in has changed. */
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

/** What sending needs besides the address. No secret: a password only as its hash. */
export type MailDetails = Readonly<{
  /** The checked redirect address. */
  redirect_to?: string
  /** The browser that asked (PKCE). */
  code_challenge?: string | null
  /** Of a sign-up: the data that its confirmation applies. */
  password_hash?: string | null
  user_metadata?: Record<string, unknown>
  /** Sent again: a confirmed user gets nothing. */
  again?: boolean
  /** Of a sign-in link: an unknown address signs up. */
  create_user?: boolean
  new_email?: string
  /** Of a notice: the credential's name, and how many recovery codes are left. */
  credential?: string
  codes_left?: number
  invitation?: InvitationDetails
  notifications?: NotificationsDetails
  /** The provider whose account was linked or unlinked. */
  provider?: string
}>

/** The content of an invitation email. Its link is derived from the key when the email is made. */
export type InvitationDetails = InvitationKey &
  Readonly<{ role: string; organization_name: string; invited_by: string }>

/** The content of a notification email about an organization; `news` is its subject. */
export type NotificationsDetails = Readonly<{
  org_id: string
  news: string
  /** `id`: the notification; '' for a line that isn't one. */
  items: readonly Readonly<{ id: string; title: string; body: string | null; address: string }>[]
}>

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
