import type { Factor } from '@supabase/auth-js'
import { auth } from '../kit/session.ts'

/**
 * Removes factors of a type whose setup was never finished: a dialog that was closed with its browser, a security key
 * that wasn't touched. Returns the account's other factors.
 */
export async function removeUnfinished(type: 'totp' | 'webauthn'): Promise<readonly Factor[]> {
  const { data } = await auth.mfa.listFactors()
  const all: readonly Factor[] = data?.all ?? []
  const unfinished = all.filter(({ factor_type, status }) => factor_type === type && status === 'unverified')
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })))
  return all.filter((factor) => !unfinished.includes(factor))
}
