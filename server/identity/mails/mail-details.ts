import type { InvitationKey } from './invitation-link.ts'

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
