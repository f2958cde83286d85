import type { InputOf } from '../../contract/endpoint.ts'
import { listLocations } from '../../contract/locations.ts'
import { listProducts } from '../../contract/products.ts'
import { createSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import type { Person } from '../../e2e/support/person.ts'

/**
 * A week of selling: orders in every status, a backordered one, parcels in transit, a return, partial and full
 * payments.
 */
export async function sellAWeek(person: Person): Promise<void> {
  const products = (await person.all(listProducts, { sort: '-price' })).filter(({ stock }) => stock.on_hand >= 12)
  const [main] = (await person.all(listLocations, {})).filter(({ is_default }) => is_default)
  const order = (customer: number, lines: [number, number][], status: SalesOrderStatus = 'pending') => {
    const [customer_name = '', customer_email = '', customer_phone = ''] = customers[customer] ?? []
    return person.call(createSalesOrder, {
      customer_name,
      customer_email,
      customer_phone,
      status,
      lines: lines.map(([index, quantity]) => {
        const product = products[index % products.length]
        return { product_id: product?.id ?? '', quantity, unit_price: product?.price ?? 0 }
      }),
    })
  }
  const pay = (sales_order_id: string, amount: number, payment_method: 'credit_card' | 'bank_transfer') =>
    person.call(addPayment, { sales_order_id, amount, payment_method })
  const ship = (sold: SalesOrder, quantities: number[], more: Partial<InputOf<typeof createShipment>> = {}) =>
    person.call(createShipment, {
      sales_order_id: sold.id,
      shipping_method: 'ground',
      carrier: 'ups',
      shipping_address: `${sold.customer_name}\n418 Alder Street\nPortland, OR 97205`,
      ...more,
      lines: quantities.map((quantity, line) => ({ sales_order_item_id: sold.lines[line]?.id ?? '', quantity })),
    })
  const move = (shipment_id: string, status: 'in_transit' | 'delivered' | 'failed') =>
    person.call(changeShipmentStatus, { shipment_id, status })

  const delivered = await order(0, [[0, 3]], 'delivered')
  await pay(delivered.id, delivered.total_amount, 'credit_card')
  await person.call(createSalesReturn, {
    sales_order_id: delivered.id,
    notes: 'Wrong size',
    lines: [{ sales_order_item_id: delivered.lines[0]?.id ?? '', quantity: 1, location_id: main?.id ?? '' }],
  })
  const gone = await order(1, [[1, 2]], 'shipped')
  await pay(gone.id, gone.total_amount, 'bank_transfer')
  await order(2, [[2, 4]], 'cancelled')
  const failed = await ship(await order(3, [[3, 2]]), [2], { carrier: 'usps', tracking_number: '9400 1000 0000 0000' })
  await move(failed.id, 'in_transit')
  await move(failed.id, 'failed')
  const sent = await ship(await order(4, [[4, 3]]), [3], {
    shipping_method: 'express',
    carrier: 'fedex',
    tracking_number: '7946 4483 1120',
    estimated_delivery: '2026-12-02',
  })
  await move(sent.id, 'in_transit')
  const arrived = await ship(await order(1, [[5, 1]]), [1], { tracking_number: '1Z 999 AA1 01 2345 6784' })
  await move(arrived.id, 'in_transit')
  await move(arrived.id, 'delivered')
  await order(5, [
    [6, 2],
    [7, 1],
  ])
  // The complete example: part of it is shipped, part is packed, part is backordered.
  const story = await order(6, [
    [0, 6],
    [8, (products[8 % products.length]?.stock.on_hand ?? 0) + 5],
    [2, 2],
  ])
  await pay(story.id, 120, 'credit_card')
  const first = await ship(story, [4], { tracking_number: '1Z 999 AA1 01 2345 6790', estimated_delivery: '2026-11-27' })
  await move(first.id, 'in_transit')
  await ship(story, [2, 2], { shipping_method: 'overnight', carrier: 'dhl' })
}

const customers = [
  ['Ana Trujillo Bikes', 'ana@trujillo.example', '(5) 555-4729'],
  ['Lazy K Kountry Store', 'john@lazyk.example', '(509) 555-7969'],
  ["Let's Stop N Shop", 'jaime@letsstop.example', '(415) 555-5938'],
  ['Folk och fä HB', 'maria@folkochfa.example', '0695-34 67 21'],
  ['Que Delícia', 'bernardo@quedelicia.example', '(21) 555-4252'],
  ['Berglunds snabbköp', 'christina@berglunds.example', '0921-12 34 65'],
  ['Hungry Coyote Bicycle Repair and Import Cooperative', 'yoshi@hungrycoyote.example', '(503) 555-6874'],
] as const
