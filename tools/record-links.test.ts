import { expect, it } from 'vitest'
import { handwrittenAddresses } from './record-links.ts'

it('finds addresses of records that are written by hand', () => {
  const source = ['`/products/${id}`', 'go(`/sales-orders/${id}?edit=1`)', '`/shipping?shipment=${shipment.id}`']
  expect(handwrittenAddresses(source.join('\n'))).toEqual([
    "1: use recordAddress('product', …) of contract/record-addresses.ts.",
    "2: use recordAddress('sales_order', …) of contract/record-addresses.ts.",
    "3: use recordAddress('shipment', …) of contract/record-addresses.ts.",
  ])
})

it('leaves lists, filters and new records alone', () => {
  const source = [
    '`/products?category=${id}`',
    '`/receiving?order=${id}`',
    "'/purchase-orders/new'",
    '`/settings/${section}`',
  ]
  expect(handwrittenAddresses(source.join('\n'))).toEqual([])
})
