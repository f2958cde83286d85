/** The one-time tokens, which emails carry. */
export type TokenType =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

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
