import { listLocations } from '../../contract/locations.ts'
import { listProducts } from '../../contract/products.ts'
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { listSuppliers } from '../../contract/suppliers.ts'
import type { Person } from '../../e2e/support/person.ts'

type Arrival = {
  line: number
  quantity: number
  condition?: 'good' | 'damaged'
  lot_number?: string
  expires_on?: string
  notes?: string
}

/**
 * A month of buying: orders in every status, a late one, and one received in two parts, with damaged and extra units.
 */
export async function buyAMonth(person: Person): Promise<void> {
  const products = await person.all(listProducts, { sort: 'on_hand' })
  const suppliers = await person.all(listSuppliers, { status: 'active' })
  const [main] = (await person.all(listLocations, {})).filter(({ is_default }) => is_default)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const draft = (supplier: number, from: number, quantities: number[], more = {}) =>
    person.call(createPurchaseOrder, {
      supplier_id: suppliers[supplier % suppliers.length]?.id ?? '',
      lines: quantities.map((quantity, index) => {
        const product = products[(from + index) % products.length]
        return { product_id: product?.id ?? '', quantity, unit_price: product?.cost_price ?? 0 }
      }),
      ...more,
    })
  const pay = ({ id, version }: PurchaseOrder) => person.call(payPurchaseOrder, { id, version })
  const receive = async (order: PurchaseOrder, arrivals: (Arrival & { is_over_delivery?: boolean })[]) => {
    const lines = arrivals.map(({ line, ...more }) => ({
      purchase_order_item_id: order.lines[line]?.id ?? '',
      location_id: main?.id ?? '',
      ...more,
    }))
    return (await person.call(createReceipt, { purchase_order_id: order.id, lines })).order
  }

  const complete = await pay(await draft(0, 0, [24, 12], { expected_date: day(-9) }))
  await receive(complete, [
    { line: 0, quantity: 24 },
    { line: 1, quantity: 12 },
  ])
  const { id, version } = await pay(await draft(1, 3, [6]))
  await person.call(cancelPurchaseOrder, { id, version, notes: 'Discontinued by the maker' })
  await pay(await draft(2, 5, [40, 25, 10], { expected_date: day(-3), notes: 'Ask for the blue boxes' }))
  await draft(3, 8, [15, 8], { expected_date: day(21) })
  await pay(await draft(1, 10, [60], { expected_date: day(6) }))
  const parted = await pay(await draft(0, 12, [48, 30, 12, 200, 6], { expected_date: day(2), notes: 'Two pallets' }))
  await receive(parted, [
    { line: 0, quantity: 14, lot_number: 'KMC-2611', expires_on: day(120) },
    { line: 0, quantity: 6, lot_number: 'KMC-2502', expires_on: day(-20) },
    { line: 0, quantity: 4, condition: 'damaged', notes: 'Box crushed at a corner' },
    { line: 1, quantity: 30 },
    { line: 1, quantity: 2, is_over_delivery: true },
    { line: 3, quantity: 120 },
  ])
}
