import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { IdentityConfig } from './config.ts'
import type { MailQueue } from './mails/send-mails.ts'
import type { Passwords } from './passwords.ts'
import type { Providers } from './providers/provider.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What the identity operations work with. */
export type IdentityDeps = Readonly<{
  db: Database
  config: IdentityConfig
  keys: SigningKeys
  passwords: Passwords
  secrets: Secrets
  /** Null without a mail server: addresses are confirmed at once, and the operator prints links on the server. */
  mails: Pick<MailQueue, 'poke'> | null
  providers: Providers
  clock: () => Date
}>

/** One request to them: where it comes from (`peer` as `peerOf` names it), and where its security events are logged. */
export type Caller = Readonly<{
  peer: string
  user_agent: string
  log: Log
  /** The browser, by its cookie; a new one where it sends none. A sign-in makes it known (`rememberDevice`). */
  device: string
  /** Where links of this request lead back to, checked (`allowedRedirect`). */
  redirect_to: string
}>
