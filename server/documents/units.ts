import { limits } from '../../contract/limits.ts'
import { smallestUnits } from '../../contract/quantity.ts'

/** Quantities are added and compared as whole numbers of the smallest unit that the ledger keeps, which is exact. */
export const units = (quantity: number): bigint => smallestUnits(quantity, limits.quantityDecimalsMax)

/** The quantity that so many smallest units are. */
export const quantityOf = (sum: bigint): number => Number(sum) / 10 ** limits.quantityDecimalsMax
