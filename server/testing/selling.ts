import type { InputOf } from '../../contract/endpoint.ts'
import {
  changeSalesOrderStatus,
  createSalesOrder,
  readSalesOrder,
  type SalesOrder,
  updateSalesOrder,
} from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { createSalesReturn, reverseSalesReturn, type SalesReturn } from '../../contract/sales-returns.ts'
import {
  changeShipmentStatus,
  createShipment,
  readShipment,
  type Shipment,
  type ListedShipmentStatus,
} from '../../contract/shipments.ts'
import type { TestApp } from './app.ts'
import { stocked, type Stocked } from './stocked.ts'

type NewLine = InputOf<typeof createSalesOrder>['lines'][number]
type SaveInput = InputOf<typeof updateSalesOrder>
type Item = number | { item: number; quantity: number }

/** A seller, and shortcuts through an order's life. */
export type Selling = Stocked &
  Readonly<{
    /** An order of these lines; `order([product_id, 3])` is three of a product at $2. */
    order(lines: ([string, number] | NewLine)[], more?: Partial<InputOf<typeof createSalesOrder>>): Promise<SalesOrder>
    read(order: { id: string }): Promise<SalesOrder>
    /** Saves the order with these changes. */
    save(order: SalesOrder, change?: Partial<SaveInput>): Promise<SalesOrder>
    /** Moves it to a status, agreeing that goods come back. */
    to(order: { id: string }, status: SalesOrderStatus): Promise<SalesOrder>
    pay(order: { id: string }, amount: number): Promise<SalesOrder>
    /** Plans a shipment; a number is the quantity of the first line. */
    plan(order: SalesOrder, ...items: Item[]): Promise<Shipment>
    /** Plans it and ships it. */
    ship(order: SalesOrder, ...items: Item[]): Promise<Shipment>
    move(
      shipment: { id: string },
      status: ListedShipmentStatus,
      more?: Partial<InputOf<typeof changeShipmentStatus>>,
    ): Promise<Shipment>
    shipment(shipment: { id: string }): Promise<Shipment>
    /** Returns this many of the first line, to the default location. */
    giveBack(
      order: SalesOrder,
      quantity: number,
      more?: Partial<InputOf<typeof createSalesReturn>['lines'][number]>,
    ): Promise<{ return: SalesReturn; order: SalesOrder }>
    undoReturn(one: { id: string }): Promise<SalesReturn>
  }>

export function savedSale(order: SalesOrder): SaveInput {
  const { id, version, customer_id, customer_name, customer_email, customer_phone, notes, location_id } = order
  const lines = order.lines.map(({ id, product_id, quantity, unit_price }) => ({
    id,
    product_id,
    quantity,
    unit_price,
  }))
  return { id, version, customer_id, customer_name, customer_email, customer_phone, notes, location_id, lines }
}

export const travel = {
  shipping_method: 'ground',
  carrier: 'ups',
  shipping_address: '12 Orchestra Terrace\nWalla Walla',
} as const

/** A new organization that sells: Main Warehouse and Shop floor, products on demand. */
export async function selling(app: TestApp): Promise<Selling> {
  const s = await stocked(app)
  const { me } = s
  const read: Selling['read'] = ({ id }) => me.call(readSalesOrder, { id })
  const plan: Selling['plan'] = (order, ...items) => me.call(createShipment, shipmentInput(order, items))
  const move: Selling['move'] = ({ id }, status, more = {}) =>
    me.call(changeShipmentStatus, { shipment_id: id, status, ...more })
  return {
    ...s,
    read,
    plan,
    move,
    order: (lines, more = {}) =>
      me.call(createSalesOrder, {
        customer_name: 'Lazy K Kountry Store',
        lines: lines.map((line) =>
          Array.isArray(line) ? { product_id: line[0], quantity: line[1], unit_price: 2 } : line,
        ),
        ...more,
      }),
    save: (order, change = {}) => me.call(updateSalesOrder, { ...savedSale(order), ...change }),
    to: async (order, status) => {
      const { id, version } = await read(order)
      return me.call(changeSalesOrderStatus, { id, version, status, take_back: true })
    },
    pay: ({ id }, amount) => me.call(addPayment, { sales_order_id: id, amount, payment_method: 'cash' }),
    ship: async (order, ...items) => move(await plan(order, ...items), 'in_transit'),
    shipment: ({ id }) => me.call(readShipment, { shipment_id: id }),
    giveBack: (order, quantity, more = {}) =>
      me.call(createSalesReturn, {
        sales_order_id: order.id,
        lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity, location_id: s.main, ...more }],
      }),
    undoReturn: ({ id }) => me.call(reverseSalesReturn, { return_id: id }),
  }
}

/** The input that puts these quantities into a shipment. */
export function shipmentInput(order: SalesOrder, items: readonly Item[]): InputOf<typeof createShipment> {
  return {
    ...travel,
    sales_order_id: order.id,
    lines: items.map((one) => {
      const { item, quantity } = typeof one === 'number' ? { item: 0, quantity: one } : one
      return { sales_order_item_id: order.lines[item]?.id ?? '', quantity }
    }),
  }
}
