import { listLocations } from '../../contract/locations.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { useRead } from '../kit/api.ts'

/**
 * Where lines without a location are delivered, `Main Warehouse (default)`: placing the order sets it. Members limited
 * to locations may not see its name. Blank while it loads, and unless it is `wanted`.
 */
export function useDefaultLocation(wanted = true): string {
  const { data, isPending } = useRead(listLocations, { limit: 1 }, { enabled: wanted })
  const [first] = data?.items ?? []
  if (first?.is_default) return `${first.name} (default)`
  return isPending ? '\u00a0' : 'Default location'
}

/** The name of the location of an order's lines; null if none is set. */
export function locationName(order: PurchaseOrder | null): string | null {
  return order?.lines.find((line) => line.location_name !== null)?.location_name ?? null
}
