import { counted } from '../../contract/counted-nouns.ts'
import type { LocationStock } from '../../contract/stock.ts'

export type Lot = LocationStock['lots'][number]

/** The named lots with stock, in picking order. */
export function lotsOf({ lots }: Pick<LocationStock, 'lots'>): readonly Lot[] {
  return lots
    .filter((lot) => lot.lot_number !== '' && lot.on_hand + lot.held + lot.in_transit + lot.incoming > 0)
    .toSorted((one, other) => (one.expires_on ?? '9').localeCompare(other.expires_on ?? '9'))
}

/** `1 more lot`, `3 more lots`. */
export function moreLots(count: number): string {
  return counted(count, 'more lot')
}
