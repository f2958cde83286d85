import { changeSalesOrderStatus, createSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createSalesReturnCommand } from '../sales-returns/create-return.ts'
import { addPaymentCommand } from '../sales-orders/add-payment.ts'
import { changeSalesOrderStatusCommand } from '../sales-orders/change-status.ts'
import { createSalesOrderCommand } from '../sales-orders/create-sales-order.ts'
import { applyStatus } from '../shipments/apply-order-status.ts'
import { changeShipmentStatusCommand } from '../shipments/change-status.ts'
import { createShipmentCommand } from '../shipments/create-shipment.ts'
import type { Calendar } from './calendar.ts'
import type { GoodBySku, Line, Perform, Step } from './step.ts'

const customers = {
  club: { name: 'Riverside Cycling Club', email: 'orders@riverside-club.example', address: '7 Boathouse Lane' },
  school: { name: 'Northfield School', email: 'office@northfield-school.example', address: '230 Northfield Avenue' },
  courier: { name: 'Swift Couriers', email: 'fleet@swift-couriers.example', address: '418 Alder Street' },
  hotel: { name: 'Harbor House Hotel', email: 'concierge@harborhouse.example', address: '1 Pier Road' },
  cooperative: { name: 'Pedal Together', email: 'hello@pedal-together.example', address: '56 Mill Street' },
  ida: { name: 'Ida Lindqvist', email: 'ida@lindqvist.example', address: '9 Juniper Court' },
  marco: { name: 'Marco Bianchi', email: 'marco@bianchi.example', address: '31 Vine Street' },
  tom: { name: 'Tom Okafor', email: 'tom@okafor.example', address: '84 Larch Road' },
} as const

/** Days ago, and the hour of that day. */
type Then = readonly [days_ago: number, hour: number]

type Shipment = {
  packed: Then
  left?: Then
  delivered?: Then
  failed?: Then
  carrier: 'fedex' | 'ups' | 'usps' | 'dhl'
  method?: 'ground' | 'express'
  /** Everything left of the order if missing. */
  lines?: readonly Line[]
}

type Sale = {
  customer: keyof typeof customers
  placed: Then
  lines: readonly Line[]
  notes?: string
  payments?: readonly { at: Then; amount?: number; method: 'cash' | 'credit_card' | 'bank_transfer' }[]
  shipments?: readonly Shipment[]
  returned?: { at: Then; lines: readonly Line[]; notes: string }
  cancelled?: Then
}

/** All sales orders, each at another stage: delivered, returned, failed once, in transit, packed, backordered, new. */
const sales: readonly Sale[] = [
  {
    customer: 'club',
    placed: [35, 11],
    lines: [
      ['TIR-700-32', 4],
      ['TUB-700-N', 8],
      ['SEA-500', 2],
    ],
    payments: [{ at: [35, 11.5], method: 'credit_card' }],
    shipments: [
      { packed: [34, 10], left: [34, 16], delivered: [32, 13], carrier: 'ups', lines: [['TIR-700-32', 4]] },
      { packed: [33, 10], left: [33, 16], delivered: [30, 11], carrier: 'ups' },
    ],
  },
  {
    customer: 'school',
    placed: [30, 9.5],
    lines: [
      ['LCK-U', 6],
      ['LGT-R50', 6],
    ],
    notes: 'For the cycling class',
    payments: [{ at: [21, 14], method: 'bank_transfer' }],
    shipments: [{ packed: [29, 11], left: [29, 16], delivered: [26, 10], carrier: 'fedex' }],
    returned: { at: [18, 15], lines: [['LCK-U', 1]], notes: 'The key sticks' },
  },
  {
    customer: 'courier',
    placed: [26, 14],
    lines: [
      ['PAD-R1', 12],
      ['CHN-11', 4],
      ['TUB-700-W', 10],
    ],
    payments: [{ at: [26, 14.5], method: 'bank_transfer' }],
    shipments: [{ packed: [25, 9], left: [25, 15], delivered: [24, 12], carrier: 'dhl', method: 'express' }],
  },
  {
    customer: 'ida',
    placed: [20, 16],
    lines: [
      ['LGT-F600', 1],
      ['BEL-CLS', 1],
    ],
    payments: [{ at: [20, 16], method: 'credit_card' }],
    shipments: [
      { packed: [19, 10], left: [19, 16], failed: [16, 12], carrier: 'usps' },
      { packed: [15, 10], left: [15, 16], delivered: [12, 11], carrier: 'usps' },
    ],
  },
  {
    customer: 'hotel',
    placed: [15, 10],
    lines: [
      ['TIR-700-38', 8],
      ['LCK-CHN', 4],
    ],
    notes: 'Rental bikes',
    payments: [{ at: [15, 10.5], amount: 200, method: 'bank_transfer' }],
    shipments: [{ packed: [14, 9], left: [14, 15], delivered: [11, 14], carrier: 'ups' }],
  },
  {
    customer: 'marco',
    placed: [12, 17],
    lines: [['CRK-170', 1]],
    notes: 'Ordered the wrong length',
    payments: [{ at: [12, 17], method: 'credit_card' }],
    cancelled: [10, 9.5],
  },
  {
    customer: 'courier',
    placed: [7, 13],
    lines: [
      ['PAD-R1', 6],
      ['LCK-U', 2],
    ],
    payments: [{ at: [7, 13.5], amount: 100, method: 'bank_transfer' }],
    shipments: [{ packed: [3, 10], left: [3, 16], carrier: 'ups' }],
  },
  {
    customer: 'cooperative',
    placed: [5, 11],
    lines: [
      ['CHN-12', 2],
      ['PAD-RIM', 6],
      ['ROT-180', 2],
    ],
    payments: [{ at: [5, 11.5], method: 'credit_card' }],
    shipments: [
      { packed: [2, 10], left: [2, 16], carrier: 'fedex', lines: [['PAD-RIM', 4]] },
      { packed: [1, 15], carrier: 'fedex', lines: [['CHN-12', 2]] },
    ],
  },
  {
    customer: 'school',
    placed: [4, 9],
    lines: [
      ['WHL-700-F', 4],
      ['TUB-29', 10],
    ],
    notes: 'Invoice to the school office',
  },
  {
    customer: 'club',
    placed: [2, 18],
    lines: [
      ['TUB-700-N', 12],
      ['SEA-500', 3],
    ],
    payments: [{ at: [2, 18], amount: 50, method: 'cash' }],
    shipments: [{ packed: [1, 10], carrier: 'ups' }],
  },
  {
    customer: 'tom',
    placed: [1, 12],
    lines: [
      ['BBR-24', 1],
      ['GRS-500', 1],
    ],
    payments: [{ at: [1, 12], method: 'credit_card' }],
  },
  { customer: 'ida', placed: [1, 17.5], lines: [['CHN-11', 1]] },
]

/** What orders take from a product's shelf, by order date. Returns aren't counted. */
export function soldOnOrders(sku: string): { days_ago: number; quantity: number }[] {
  return sales.flatMap(({ placed: [days_ago], lines }) =>
    lines.filter(([one]) => one === sku).map(([, quantity]) => ({ days_ago, quantity })),
  )
}

export function stepsOfSales(calendar: Calendar, goodBy: GoodBySku): Step[] {
  return sales.flatMap((sale, index) => stepsOfSale(sale, index, calendar, goodBy))
}

// oxlint-disable-next-line max-lines-per-function -- its steps share the order as each of them leaves it
function stepsOfSale(sale: Sale, index: number, calendar: Calendar, goodBy: GoodBySku): Step[] {
  const { name, email, address } = customers[sale.customer]
  const { payments = [], shipments = [], returned, cancelled } = sale
  const step = ([days_ago, hour]: Then, run: Step['run']): Step => ({ at: calendar.at(days_ago, hour), run })
  let known: SalesOrder | undefined
  const order = () => {
    if (!known) throw new Error('an order is placed before anything else happens to it')
    return known
  }
  const itemOf = (sku: string) => order().lines.find(({ product_id }) => product_id === goodBy(sku).id)?.id ?? ''

  const place = async (perform: Perform) => {
    known = await perform(createSalesOrder, createSalesOrderCommand(applyStatus), {
      customer_name: name,
      customer_email: email,
      notes: sale.notes ?? null,
      lines: sale.lines.map(([sku, quantity]) => {
        const { id: product_id, price: unit_price } = goodBy(sku)
        return { product_id, quantity, unit_price }
      }),
    })
  }
  const pay = async (perform: Perform, { amount, method }: NonNullable<Sale['payments']>[number]) => {
    known = await perform(addPayment, addPaymentCommand, {
      sales_order_id: order().id,
      amount: amount ?? order().total_amount,
      payment_method: method,
    })
  }
  const cancel = async (perform: Perform) => {
    const { id, version } = order()
    const command = changeSalesOrderStatusCommand(applyStatus)
    known = await perform(changeSalesOrderStatus, command, { id, version, status: 'cancelled' })
  }
  const bringBack = ({ lines, notes }: NonNullable<Sale['returned']>, perform: Perform) =>
    perform(createSalesReturn, createSalesReturnCommand, {
      sales_order_id: order().id,
      notes,
      lines: lines.map(([sku, quantity]) => ({
        sales_order_item_id: itemOf(sku),
        quantity,
        location_id: goodBy(sku).location_id,
        account: 'held' as const,
      })),
    })
  const parcels = shipments.flatMap((shipment, position): Step[] => {
    const { packed, left, delivered, failed, carrier, method = 'ground' } = shipment
    const sentBefore = (sku: string) =>
      sum(
        shipments.slice(0, position).filter((one) => !one.failed),
        sale.lines,
        sku,
      )
    const lines = shipment.lines ?? sale.lines.map(([sku, quantity]): Line => [sku, quantity - sentBefore(sku)])
    let shipment_id = ''
    const change = (status: 'in_transit' | 'delivered' | 'failed') => (perform: Perform) =>
      perform(changeShipmentStatus, changeShipmentStatusCommand, {
        shipment_id,
        status,
        notes: status === 'failed' ? 'No such address: the house number was missing' : null,
      })
    const pack = async (perform: Perform) => {
      const made = await perform(createShipment, createShipmentCommand, {
        sales_order_id: order().id,
        shipping_address: `${name}\n${address}\nPortland, OR 97209`,
        shipping_method: method,
        carrier,
        tracking_number: `1Z 999 AA1 ${String(10 + index).padStart(2, '0')} 2345 67${84 + position}`,
        estimated_delivery: calendar.day(3 - packed[0]),
        lines: lines
          .filter(([, quantity]) => quantity > 0)
          .map(([sku, quantity]) => ({ sales_order_item_id: itemOf(sku), quantity })),
      })
      shipment_id = made.id
    }
    return [
      step(packed, pack),
      ...(left ? [step(left, change('in_transit'))] : []),
      ...(delivered ? [step(delivered, change('delivered'))] : []),
      ...(failed ? [step(failed, change('failed'))] : []),
    ]
  })
  return [
    step(sale.placed, place),
    ...payments.map((payment) => step(payment.at, (perform) => pay(perform, payment))),
    ...parcels,
    ...(returned ? [step(returned.at, (perform) => bringBack(returned, perform))] : []),
    ...(cancelled ? [step(cancelled, cancel)] : []),
  ]
}

/** How many of a product these shipments contain; one without lines contains the entire order. */
function sum(shipments: readonly Shipment[], all: readonly Line[], sku: string): number {
  return shipments
    .flatMap(({ lines }) => lines ?? all)
    .filter(([one]) => one === sku)
    .reduce((total, [, quantity]) => total + quantity, 0)
}
