import type { Tx } from '../../platform/db.ts'
import { isUuid } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { Bearer } from '../bearer.ts'
import type { Factor } from '../factors.ts'
import { refuseIdentity } from '../refusals.ts'

/**
 * The bearer's own factor in an address. Refuses validation_failed (404) and mfa_factor_not_found; another user's isn't
 * found either.
 */
export function ownFactor({ user }: Bearer, factor_id: string): Factor {
  if (!isUuid(factor_id)) refuseIdentity('validation_failed', 'factor_id must be an UUID', { status: 404 })
  const id = factor_id.toLowerCase()
  return user.factors.find((one) => one.id === id) ?? refuseIdentity('mfa_factor_not_found')
}

/** The data for checking a code. */
export type FactorSecret = Readonly<{ sealed_secret: string | null; used_step: number | null }>

/** The fields of a factor that never leave the server. */
export function readFactorSecret(tx: Tx, factor_id: string): Promise<FactorSecret> {
  return tx.one(sql<FactorSecret>`select sealed_secret, used_step from auth.factors where id = ${factor_id}`)
}
