import type { AsOfAnswer, Clock } from '../../contract/as-of.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { asOfMoment } from '../stock/as-of.ts'

type AsOfInput = { as_of?: string | undefined; by: Clock }

/** The requested moment of a report; null for now. */
export async function reportMoment(tx: Tx, actor: Actor, { as_of, by }: AsOfInput): Promise<AsOfAnswer | null> {
  return as_of === undefined ? null : asOfMoment(tx, actor, { as_of, by })
}
