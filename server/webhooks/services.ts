import type { OutsideRules } from '../platform/outside/rules.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Deliverer, Send } from './deliverer.ts'

/** What webhook commands use outside of the database. */
export type WebhookServices = Readonly<{
  secrets: Secrets
  rules: OutsideRules
  siteUrl: string
  send: Send
  deliverer: Pick<Deliverer, 'poke'>
}>
