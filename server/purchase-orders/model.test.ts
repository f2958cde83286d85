import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cancelPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
  reopenPurchaseOrder,
  reversePurchasePayment,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { RefusedError, testApp } from '../testing/app.ts'
import { ordering, type Ordering, savedAs, savedLine } from '../testing/ordering.ts'

const app = await testApp()

/**
 * An order's behavior a second time, in memory, over whole numbers. Random commands run here and on the server: both
 * accept or refuse, with the same code, and have the same state afterwards.
 */
type Model = {
  status: PurchaseOrder['status']
  /** Payment terms in days. */
  terms: number | null
  /** Oldest first; undone ones count 0. */
  payments: { amount: number; undone: boolean }[]
  lines: { ordered: number; price: number; received: number; extra: number }[]
  receipts: { line: number; good: number; damaged: number; over: number; undone: boolean }[]
  /** Good and held units of each line's product. */
  stock: { good: number; held: number }[]
}

type Step =
  | { do: 'pay' | 'submit' | 'reopen' | 'cancel' }
  | { do: 'receive'; line: number; good: number; damaged: number; over: number }
  | { do: 'undo'; receipt: number }
  | { do: 'unpay'; payment: number }
  | { do: 'save'; line: number; ordered: number; price: number }
  | { do: 'sell'; line: number; units: number }
  | { do: 'terms'; days: number | null }

const small = (max: number) => fc.integer({ min: 0, max })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pay', 'submit', 'reopen', 'cancel') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('receive'),
      line: small(1),
      good: small(4),
      damaged: small(2),
      over: small(1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo'), receipt: small(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unpay'), payment: small(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('save'),
      line: small(1),
      ordered: fc.integer({ min: 1, max: 8 }),
      price: small(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('terms'), days: fc.constantFrom(null, 0, 30) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sell'), line: small(1), units: fc.integer({ min: 1, max: 3 }) }),
  },
) as fc.Arbitrary<Step>

const total = (model: Model) => model.lines.reduce((sum, line) => sum + line.ordered * line.price, 0)
const paid = (model: Model) => model.payments.reduce((sum, payment) => sum + (payment.undone ? 0 : payment.amount), 0)
const extra = (model: Model) => model.lines.reduce((sum, line) => sum + line.extra * line.price, 0)
/** Over-deliveries are owed too; of the ordered units, a cancelled order owes only those received. */
const owed = (model: Model) =>
  extra(model) +
  (model.status === 'cancelled' ? model.lines.reduce((sum, line) => sum + line.received * line.price, 0) : total(model))
const isOpen = ({ status }: Model) => status === 'ordered' || status === 'partial'

/** What was received on account stays owed when the rest is cancelled. */
function paymentOf(model: Model): PurchaseOrder['payment_status'] {
  if (paid(model) >= total(model) + extra(model)) return 'paid'
  if (paid(model) > 0) return 'partial'
  return model.status === 'cancelled' && (model.terms === null || owed(model) === 0) ? 'cancelled' : 'pending'
}

function follow(model: Model): void {
  if (model.status === 'draft' || model.status === 'cancelled') return
  const received = model.lines.filter((line) => line.received > 0)
  model.status = model.lines.every((line) => line.received === line.ordered)
    ? 'received'
    : received.length > 0
      ? 'partial'
      : 'ordered'
}

/** Runs a step in the model; returns the refusal's code, or null. A refused step changes nothing. */
function inModel(model: Model, move: Step): string | null {
  switch (move.do) {
    case 'pay':
      if (paid(model) >= owed(model)) return 'wrong_status'
      model.payments.push({ amount: owed(model) - paid(model), undone: false })
      if (model.status === 'draft') model.status = 'ordered'
      return null
    case 'submit':
      if (model.status !== 'draft') return 'wrong_status'
      if (paid(model) < total(model) && model.terms === null) return 'wrong_status'
      model.status = 'ordered'
      return null
    case 'reopen':
      if (model.status !== 'ordered' || model.lines.some((line) => line.extra > 0)) return 'wrong_status'
      model.status = 'draft'
      return null
    case 'cancel':
      if (model.status === 'received' || model.status === 'cancelled') return 'wrong_status'
      model.status = 'cancelled'
      return null
    case 'receive':
      return received(model, move)
    case 'undo':
      return undone(model, move.receipt)
    case 'unpay': {
      const payment = model.payments[move.payment]
      if (!payment) return 'not_found'
      if (payment.undone) return 'already_reversed'
      payment.undone = true
      return null
    }
    case 'save': {
      const line = model.lines[move.line]!
      const same = line.ordered === move.ordered && line.price === move.price
      if (model.status === 'received' || model.status === 'cancelled') return same ? null : 'wrong_status'
      if (move.ordered < line.received) return 'below_received'
      Object.assign(line, { ordered: move.ordered, price: move.price })
      follow(model)
      return null
    }
    case 'terms':
      if (model.status === 'received' || model.status === 'cancelled')
        return move.days === model.terms ? null : 'wrong_status'
      if (isOpen(model) && model.terms !== null && move.days === null) return 'wrong_status'
      model.terms = move.days
      return null
    case 'sell': {
      const stock = model.stock[move.line]!
      if (stock.good < move.units) return 'insufficient_stock'
      stock.good -= move.units
      return null
    }
  }
}

function received(model: Model, { line: index, good, damaged, over }: Extract<Step, { do: 'receive' }>): string | null {
  const line = model.lines[index]!
  if (good + damaged + over === 0) return 'invalid_input'
  const onlyExtra = good + damaged === 0
  if (!isOpen(model) && !(model.status === 'received' && onlyExtra)) return 'wrong_status'
  const left = line.ordered - line.received - good - damaged
  if (left < 0 || (over > 0 && left > 0)) return 'exceeds_remaining'
  line.received += good + damaged
  line.extra += over
  model.stock[index]!.good += good + over
  model.stock[index]!.held += damaged
  model.receipts.push({ line: index, good, damaged, over, undone: false })
  follow(model)
  return null
}

function undone(model: Model, index: number): string | null {
  const receipt = model.receipts[index]
  if (!receipt) return 'not_found'
  if (receipt.undone) return 'already_reversed'
  const stock = model.stock[receipt.line]!
  if (stock.good < receipt.good + receipt.over || stock.held < receipt.damaged) return 'insufficient_stock'
  stock.good -= receipt.good + receipt.over
  stock.held -= receipt.damaged
  model.lines[receipt.line]!.received -= receipt.good + receipt.damaged
  model.lines[receipt.line]!.extra -= receipt.over
  receipt.undone = true
  follow(model)
  return null
}

/** The same step on the server. */
async function onServer(s: Ordering, id: string, move: Step, receipts: string[]): Promise<string | null> {
  const order = await s.read({ id })
  const action = { id, version: order.version }
  try {
    switch (move.do) {
      case 'pay':
        await s.me.call(payPurchaseOrder, action)
        break
      case 'submit':
        await s.me.call(submitPurchaseOrder, action)
        break
      case 'reopen':
        await s.me.call(reopenPurchaseOrder, action)
        break
      case 'cancel':
        await s.me.call(cancelPurchaseOrder, action)
        break
      case 'receive': {
        const line = { purchase_order_item_id: order.lines[move.line]!.id, location_id: s.main }
        const lines = [
          { ...line, quantity: move.good },
          { ...line, quantity: move.damaged, condition: 'damaged' as const },
          { ...line, quantity: move.over, is_over_delivery: true },
        ].filter(({ quantity }) => quantity > 0)
        const { receipt } = await s.me.call(createReceipt, { purchase_order_id: id, lines })
        receipts.push(receipt.id)
        break
      }
      case 'undo':
        await s.me.call(reverseReceipt, { id: receipts[move.receipt] ?? '01a1ffa0-0000-7000-8000-000000000000' })
        break
      case 'unpay':
        await s.me.call(reversePurchasePayment, {
          payment_id: order.payments.at(-1 - move.payment)?.id ?? '01a1ffa0-0000-7000-8000-000000000000',
        })
        break
      case 'save': {
        const lines = order.lines.map((line, index) =>
          index === move.line
            ? { ...savedLine(line), quantity: move.ordered, unit_price: move.price }
            : savedLine(line),
        )
        await s.me.call(updatePurchaseOrder, { ...savedAs(order), lines })
        break
      }
      case 'terms':
        await s.me.call(updatePurchaseOrder, { ...savedAs(order), payment_terms_days: move.days })
        break
      case 'sell':
        await s.me.call(createTransaction, {
          product_id: order.lines[move.line]!.product_id,
          type: 'out',
          quantity: move.units,
          reason_code: 'customer_order',
        })
    }
    return null
  } catch (error) {
    if (error instanceof RefusedError) return error.code
    throw error
  }
}

/** The state that both must agree on. */
async function stateOf(s: Ordering, order: PurchaseOrder) {
  const stocks = await Promise.all(order.lines.map((line) => s.stock(line.product_id)))
  return {
    status: order.status,
    payment: order.payment_status,
    terms: order.payment_terms_days,
    isDated: order.payment_due_date !== null,
    total: order.total_amount,
    paid: order.paid_amount,
    due: order.amount_due,
    extra: order.over_delivered_amount,
    received: order.lines.map((line) => line.received_quantity),
    incoming: stocks.map((stock) => stock.incoming),
    stock: stocks.map((stock) => [stock.on_hand, stock.held]),
    standing: order.receipts.filter((receipt) => !receipt.is_undone).length,
  }
}

function stateInModel(model: Model) {
  return {
    status: model.status,
    payment: paymentOf(model),
    terms: model.terms,
    isDated: model.terms !== null && model.receipts.some((receipt) => !receipt.undone),
    total: total(model),
    paid: paid(model),
    due: Math.max(0, owed(model) - paid(model)),
    extra: extra(model),
    received: model.lines.map((line) => line.received),
    incoming: model.lines.map((line) => (isOpen(model) ? line.ordered - line.received : 0)),
    stock: model.stock.map(({ good, held }) => [good, held]),
    standing: model.receipts.filter((receipt) => !receipt.undone).length,
  }
}

test('P1: an order and its model accept and refuse the same commands, and agree after each', async () => {
  const s = await ordering(app)
  const tried = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const model: Model = {
        status: 'draft',
        terms: null,
        payments: [],
        lines: [
          { ordered: 5, price: 2, received: 0, extra: 0 },
          { ordered: 3, price: 1, received: 0, extra: 0 },
        ],
        receipts: [],
        stock: [
          { good: 0, held: 0 },
          { good: 0, held: 0 },
        ],
      }
      const products = [await s.product(0), await s.product(0)]
      const order = await s.draft(
        { product_id: products[0]!.id, quantity: 5, unit_price: 2 },
        { product_id: products[1]!.id, quantity: 3, unit_price: 1 },
      )
      const receipts: string[] = []
      // Most sequences begin with a paid order: the interesting steps come after that.
      for (const move of [{ do: 'pay' } as const, ...steps]) {
        const expected = inModel(model, move)
        expect([move, await onServer(s, order.id, move, receipts)]).toEqual([move, expected])
        if (expected) tried.refused += 1
        else tried.accepted += 1
        expect([move, await stateOf(s, await s.read(order))]).toEqual([move, stateInModel(model)])
      }
    }),
    { numRuns: 14, seed: 20 },
  )
  // 41% with this seed. Far fewer would mean that the steps no longer reach what is interesting.
  expect(tried.accepted / (tried.accepted + tried.refused)).toBeGreaterThan(0.3)
  await expectSound(app)
})
