import { recordAddress } from '../../contract/record-addresses.ts'
import type { Past } from '../kit/as-of-text.ts'

/** The page of a product, at the moment that its link's screen shows. */
export function productAddress(id: string, past: Past | null): string {
  const address = recordAddress('product', id)
  return past ? `${address}?${new URLSearchParams(past)}` : address
}
