import type { Tx } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken, newToken } from '../platform/tokens.ts'
import type { TripSecrets } from './providers/provider.ts'

/** How long a person may take at the provider. */
const flowMinutes = 10

export type NewProviderFlow = Readonly<{
  provider: string
  redirect_to: string
  code_challenge: string | null
  /** The user to link the account to; null: it signs in. */
  link: { user_id: string; session_id: string } | null
  /** Of the browser, or null: a new person's organization starts in it. */
  time_zone: string | null
}>

export type ProviderFlow = Readonly<{
  provider: string
  redirect_to: string
  code_challenge: string | null
  link_user_id: string | null
  link_session_id: string | null
  time_zone: string | null
}>

/** Records a trip to a provider, and returns what only we and the browser will know about it. */
export async function startFlow(
  tx: Tx,
  secrets: Secrets,
  browser: string,
  { provider, redirect_to, code_challenge, link, time_zone }: NewProviderFlow,
): Promise<TripSecrets> {
  const state = newToken()
  await tx.run(sql`
    insert into auth.provider_flows
      (state_hash, browser_hash, provider, redirect_to, code_challenge, link_user_id, link_session_id, time_zone)
    values (${hashOfToken(state)}, ${hashOfToken(browser)}, ${provider}, ${redirect_to}, ${code_challenge},
      ${link?.user_id ?? null}, ${link?.session_id ?? null}, ${time_zone})`)
  return secretsOf(secrets, state)
}

/**
 * The trip that a state names, if this browser started it and it isn't too old. This ends the trip: a state works once.
 */
export async function endFlow(tx: Tx, state: string, browser: string): Promise<ProviderFlow | undefined> {
  return tx.maybe(sql<ProviderFlow>`
    delete from auth.provider_flows
    where state_hash = ${hashOfToken(state)} and browser_hash = ${hashOfToken(browser)}
      and created_at > clock_timestamp() - make_interval(mins => ${flowMinutes})
    returning provider, redirect_to, code_challenge, link_user_id, link_session_id, time_zone`)
}

/** Derived, so that the database contains nothing that could finish the trip. */
export function secretsOf(secrets: Secrets, state: string): TripSecrets {
  const derived = (purpose: string) => secrets.mac(purpose, state).toString('base64url')
  return { state, nonce: derived('provider nonce'), verifier: derived('provider verifier') }
}
