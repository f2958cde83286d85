import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'

/** The code that an authenticator app shows, now or this many seconds from now. */
export function codeOf(secret: string, secondsFromNow = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + secondsFromNow * 1_000 })
}

export type App = Readonly<{ factorId: string; secret: string }>

/** An authenticator app that was set up, and waits for its first code. */
export async function enrolled(tab: GoTrueClient, friendlyName = 'Phone'): Promise<App> {
  const { data, error } = await tab.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

/** Proves the app with its current code. */
export function prove(tab: GoTrueClient, { factorId, secret }: App) {
  return tab.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
}

/** A person's authenticator app, verified by the tab they are signed in with. */
export async function secondFactor(tab: GoTrueClient, friendlyName?: string): Promise<App> {
  const app = await enrolled(tab, friendlyName)
  const { error } = await prove(tab, app)
  if (error) throw error
  return app
}

/** Half a minute later: the used current code stands in for the next one. */
export async function afterHalfAMinute(admin: pg.Client): Promise<void> {
  await admin.query('update auth.factors set used_step = used_step - 2')
}

/** Two hours later: the user's sessions and everything they proved are that much older. */
export async function ageSessions(admin: pg.Client, user_id: string): Promise<void> {
  await admin.query(
    `update auth.sessions set created_at = created_at - interval '2 hours', amr = (
       select jsonb_agg(proof || jsonb_build_object('timestamp', (proof ->> 'timestamp')::bigint - 7200))
       from jsonb_array_elements(amr) proof)
     where user_id = $1`,
    [user_id],
  )
}
