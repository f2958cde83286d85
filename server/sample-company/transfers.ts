import { createTransfer } from '../../contract/location-transfers.ts'
import { createTransferCommand } from '../location-transfers/create-transfer.ts'
import type { Calendar } from './calendar.ts'
import type { Good } from './goods.ts'
import type { GoodBySku, Step } from './step.ts'

/** Between the locations, so that some products are at two; the last ones are still in transit. */
const transfers = [
  { sku: 'CHN-11', to: 'Workbench', quantity: 4, days_ago: 33, status: 'completed' },
  { sku: 'PAD-M1', to: 'Workbench', quantity: 6, days_ago: 27, status: 'completed' },
  { sku: 'SPK-290', to: 'Workbench', quantity: 100, days_ago: 20, status: 'completed' },
  { sku: 'PED-FLAT', to: 'Shop Floor', quantity: 4, days_ago: 9, status: 'completed' },
  { sku: 'CBL-BRK', to: 'Workbench', quantity: 5, days_ago: 1, status: 'pending' },
] as const

/** What transfers take from a product's own shelf, by day. */
export function movedFrom(sku: string): { days_ago: number; quantity: number }[] {
  return transfers.filter((one) => one.sku === sku)
}

export function stepsOfTransfers(
  { at }: Calendar,
  goodBy: GoodBySku,
  locationOf: (name: Good['location']) => string,
): Step[] {
  return transfers.map(({ sku, to, quantity, days_ago, status }) => ({
    at: at(days_ago, 12.5),
    run: (perform) =>
      perform(createTransfer, createTransferCommand, {
        product_id: goodBy(sku).id,
        from_location_id: goodBy(sku).location_id,
        to_location_id: locationOf(to),
        quantity,
        reason: 'restock',
        status,
      }),
  }))
}
