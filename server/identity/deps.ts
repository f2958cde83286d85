import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { IdentityConfig } from './config.ts'
import type { MailQueue } from './send-mails.ts'
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
  /** Null without a mail server: addresses are confirmed immediately, and the operator prints links on the server. */
  mails: Pick<MailQueue, 'poke'> | null
  providers: Providers
  clock: () => Date
}>

/** One request: its peer (named as in `peerOf`), and the logger for its security events. */
export type Caller = Readonly<{
  peer: string
  user_agent: string
  log: Log
  /** The browser, by its cookie; a new id if it sends none. A sign-in remembers it (`rememberDevice`). */
  device: string
  /** The checked redirect address of this request (`allowedRedirect`). */
  redirect_to: string
}>
