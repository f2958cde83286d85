import type { InputOf } from '../../contract/endpoint.ts'
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
  readPurchaseOrder,
  reopenPurchaseOrder,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt, type Receipt, reverseReceipt } from '../../contract/receiving.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import type { TestApp } from './app.ts'
import { stocked, type Stocked } from './stocked.ts'

type SavedLine = InputOf<typeof updatePurchaseOrder>['lines'][number]
type ReceivedLine = Partial<InputOf<typeof createReceipt>['lines'][number]> & { quantity: number; item?: number }

/** A buyer: a supplier, and shortcuts through an order's life. */
export type Ordering = Stocked &
  Readonly<{
    supplier_id: string
    /** A draft of these quantities (of new products without stock, at $2 each) or lines. */
    draft(...lines: (number | InputOf<typeof createPurchaseOrder>['lines'][number])[]): Promise<PurchaseOrder>
    /** The same, paid and therefore ordered. */
    ordered(...lines: (number | InputOf<typeof createPurchaseOrder>['lines'][number])[]): Promise<PurchaseOrder>
    read(order: { id: string }): Promise<PurchaseOrder>
    pay(order: PurchaseOrder): Promise<PurchaseOrder>
    submit(order: PurchaseOrder): Promise<PurchaseOrder>
    reopen(order: PurchaseOrder): Promise<PurchaseOrder>
    cancel(order: PurchaseOrder, notes?: string): Promise<PurchaseOrder>
    /** Saves the order with its lines changed by `change`. */
    save(
      order: PurchaseOrder,
      change?: Partial<Omit<SaveInput, 'lines'>> & { lines?: SavedLine[] },
    ): Promise<PurchaseOrder>
    /** Receives at the default location; a number is the quantity of the first line, `item` counts lines from 0. */
    receive(
      order: PurchaseOrder,
      ...lines: (number | ReceivedLine)[]
    ): Promise<{ receipt: Receipt; order: PurchaseOrder }>
    undo(receipt: { id: string }): Promise<Receipt>
  }>

type SaveInput = InputOf<typeof updatePurchaseOrder>

/** The input that saves an order unchanged. */
export function savedAs(order: PurchaseOrder): SaveInput {
  const { id, version, supplier_id, expected_date, notes } = order
  return { id, version, supplier_id, expected_date, notes, lines: order.lines.map(savedLine) }
}

export function savedLine({
  id,
  product_id,
  quantity,
  unit_price,
  location_id,
}: PurchaseOrder['lines'][number]): SavedLine {
  return { id, product_id, quantity, unit_price, location_id }
}

/** A new organization that buys: Main Warehouse and Shop floor, a supplier, products on demand. */
export async function ordering(app: TestApp): Promise<Ordering> {
  const s = await stocked(app)
  const { me } = s
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })

  async function draft(...lines: Parameters<Ordering['draft']>): Promise<PurchaseOrder> {
    const asked = []
    for (const line of lines)
      asked.push(
        typeof line === 'number' ? { product_id: (await s.product(0)).id, quantity: line, unit_price: 2 } : line,
      )
    return me.call(createPurchaseOrder, { supplier_id: supplier.id, lines: asked })
  }

  const act =
    (endpoint: typeof submitPurchaseOrder) =>
    ({ id, version }: PurchaseOrder) =>
      me.call(endpoint, { id, version })
  const pay = ({ id, version }: PurchaseOrder) => me.call(payPurchaseOrder, { id, version })

  return {
    ...s,
    supplier_id: supplier.id,
    draft,
    ordered: async (...lines) => pay(await draft(...lines)),
    read: ({ id }) => me.call(readPurchaseOrder, { id }),
    pay,
    submit: act(submitPurchaseOrder),
    reopen: act(reopenPurchaseOrder),
    cancel: ({ id, version }, notes) => me.call(cancelPurchaseOrder, { id, version, notes }),
    save: (order, change = {}) => me.call(updatePurchaseOrder, { ...savedAs(order), ...change }),
    receive: (order, ...lines) => me.call(createReceipt, receiptInput(order, s.main, lines)),
    undo: ({ id }) => me.call(reverseReceipt, { id }),
  }
}

/** The input that receives these lines. */
export function receiptInput(
  order: PurchaseOrder,
  location_id: string,
  lines: (number | ReceivedLine)[],
): InputOf<typeof createReceipt> {
  return {
    purchase_order_id: order.id,
    lines: lines.map((line) => {
      const { item = 0, ...rest } = typeof line === 'number' ? { quantity: line } : line
      return { purchase_order_item_id: order.lines[item]?.id ?? '', location_id, ...rest }
    }),
  }
}
