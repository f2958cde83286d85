import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { dayText } from '../ui/day-text.ts'
import { expiredAt } from './explained.ts'

/**
 * How many units of a location a transfer can take: those of a lot if one is named, else those that haven't expired.
 * `expired`: how many more are there, which only leave if their lot is named.
 */
export function movable(stock: ProductStock, location_id: string, lot_id: string) {
  const location = stock.locations.find((one) => one.location_id === location_id)
  const name = location?.location_name ?? 'this location'
  const lot = location?.lots.find((one) => one.lot_id === lot_id)
  if (lot) return { available: lot.available, expired: 0, name }
  const expired = expiredAt(stock, location_id)
  return { available: roundTo((location?.available ?? 0) - expired, 4), expired, name }
}

/** The choices of a lot at a location: any, then each with available units. */
export function lotsAt(stock: ProductStock | undefined, location_id: string): { value: string; label: string }[] {
  const location = stock?.locations.find((one) => one.location_id === location_id)
  const lots = (location?.lots ?? []).filter(({ available }) => available > 0)
  if (!lots.some(({ lot_number }) => lot_number !== '')) return []
  return [
    { value: '', label: 'Earliest expiry first' },
    ...lots.map(({ lot_id, lot_number, available, expires_on, is_expired }) => ({
      value: lot_id,
      label: [
        lot_number === '' ? 'Without a lot' : `Lot ${lot_number}`,
        `${formatQuantity(available)} available`,
        expires_on !== null && `${is_expired ? 'expired' : 'expires'} ${dayText(expires_on)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  ]
}
