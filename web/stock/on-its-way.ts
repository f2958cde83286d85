import type { ProductTotals } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'

/** `12 in transit`, `30 incoming`: what will add to the stock; nothing for a quantity of 0. */
export function onItsWay({ in_transit, incoming }: Pick<ProductTotals, 'in_transit' | 'incoming'>): string[] {
  return [
    ...(in_transit > 0 ? [`${formatQuantity(in_transit)} in transit`] : []),
    ...(incoming > 0 ? [`${formatQuantity(incoming)} incoming`] : []),
  ]
}
