import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import { roundTo } from '../../contract/quantity.ts'
import { readProductStockAsOf } from '../../contract/stock-as-of.ts'
import { readProductStock } from '../../contract/stock.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'

/** Which number: of one product, everywhere, at one location, or of one lot there; now, or at a moment in the past. */
export type Explained = Readonly<{
  product_id: string
  account: ExplainedNumber
  location_id?: string | undefined
  lot_id?: string | undefined
  /** The name of that location, and of the lot, for the heading. */
  location_label?: string | undefined
  past?: Past | null | undefined
}>

/** The same without its product and moment: what is chosen in the panel. */
export type ChosenNumber = Pick<Explained, 'account' | 'location_id' | 'lot_id' | 'location_label'>

type Balances = Record<ExplainedNumber, number>
/** For a past moment, expired stock isn't known. */
export type ExplainedLot = Balances & { lot_id: string; lot_number: string; is_expired?: boolean }
export type ExplainedLocation = Balances & { location_id: string; location_name: string; lots: ExplainedLot[] }
/** All numbers of a product and their locations: the content of a panel. */
export type ExplainedStock = Balances & { locations: ExplainedLocation[] }

/** Loads them for now or for the moment. A screen that shows the product has loaded them already. */
export function useExplainedStock({ product_id, past }: Pick<Explained, 'product_id' | 'past'>, enabled: boolean) {
  const now = useRead(readProductStock, { product_id }, { enabled: enabled && !past })
  const then = useRead(
    readProductStockAsOf,
    { product_id, by: past?.by, as_of: past?.as_of ?? '' },
    { enabled: enabled && Boolean(past), keepPrevious: true },
  )
  return past ? then : now
}

/** The numbers of the entire product, at one location or of one lot there; zeros if there is no stock. */
export function balancesAt(stock: ExplainedStock, location_id?: string, lot_id?: string): Balances {
  const location = location_id === undefined ? stock : stock.locations.find((one) => one.location_id === location_id)
  const found =
    location && 'lots' in location && lot_id !== undefined
      ? location.lots.find((one) => one.lot_id === lot_id)
      : location
  return found ?? { on_hand: 0, available: 0, reserved: 0, held: 0, in_transit: 0, incoming: 0 }
}

/** How many available units of the product, at one location or of one lot there, have expired. */
export function expiredAt(stock: Pick<ExplainedStock, 'locations'>, location_id?: string, lot_id?: string): number {
  const locations = stock.locations.filter(
    (location) => location_id === undefined || location.location_id === location_id,
  )
  const lots = locations
    .flatMap((location) => location.lots)
    .filter((lot) => lot_id === undefined || lot.lot_id === lot_id)
  return lots.reduce((sum, lot) => (lot.is_expired ? roundTo(sum + lot.available, 4) : sum), 0)
}
