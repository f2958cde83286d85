import { describe, expect, test } from 'vitest'
import { currencies, currencyDecimals, type Currency } from '../../contract/currencies.ts'
import { readDashboard } from '../../contract/dashboard.ts'
import { sumAmounts } from '../../contract/money.ts'
import { createProduct, listProducts, readProductSummary } from '../../contract/products.ts'
import { cancelPurchaseOrder } from '../../contract/purchase-orders.ts'
import { addPayment, recordRefund } from '../../contract/sales-payments.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { readValuationReport, readValuationSummary } from '../../contract/valuation-report.ts'
import { opened, sharedPath } from '../sharing/testing.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { ordering } from '../testing/ordering.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

async function choose(me: Client, currency: Currency) {
  const { version } = await me.call(readSettings, {})
  await me.call(saveSettings, { currency, version })
}

/** Every amount in a text, as digits. */
const yen = (text: string) => [...text.matchAll(/¥([\d,.]+)/g)].map(([, digits = '']) => digits.replaceAll(',', ''))

const sum = (lines: readonly { amount: number }[]) => sumAmounts(lines.map(({ amount }) => amount))

test('the database and the contract agree on the decimals of every currency', async () => {
  const { rows } = await app.admin.query<{ code: Currency; decimals: number }>(
    'select code, app.currency_decimals(code) as decimals from unnest($1::text[]) as c (code)',
    [currencies],
  )
  expect(rows).toEqual(currencies.map((code) => ({ code, decimals: currencyDecimals(code) })))
})

describe('in yen, with parts of units', () => {
  test('the lines of a sale, its total, its payments and its returns are whole and add up wherever they are shown', async () => {
    const s = await selling(app)
    await choose(s.me, 'JPY')
    const rice = await s.product(100, { quantity_decimals: 3 })
    const lines = [
      { product_id: rice.id, quantity: 0.333, unit_price: 1_000 },
      { product_id: rice.id, quantity: 0.5, unit_price: 999 },
      { product_id: rice.id, quantity: 10, unit_price: 0.25 },
    ]
    const order = await s.order(lines)
    expect(order.lines.map(({ amount }) => amount)).toEqual([333, 500, 3])
    expect(order).toMatchObject({ total_amount: 836, amount_due: 836 })
    const saved = await s.save(order, { lines: [...lines, { product_id: rice.id, quantity: 0.125, unit_price: 100 }] })
    expect(saved.lines.map(({ amount }) => amount)).toEqual([333, 500, 3, 13])
    expect([saved.total_amount, sum(saved.lines)]).toEqual([849, 849])

    await s.ship(saved, 0.333, { item: 1, quantity: 0.5 })
    const { order: returned } = await s.giveBack(await s.read(saved), 0.111)
    // 0.111 × ¥1,000
    expect(returned).toMatchObject({ total_amount: 849, amount_due: 738 })
    expect(await s.me.refused(addPayment, payment(saved.id, 1.5))).toMatchObject({
      status: 422,
      fields: { amount: 'Use a whole number. JPY has no decimals.' },
    })
    await s.pay(saved, 849)
    expect(await s.me.refused(recordRefund, payment(saved.id, 110.5))).toMatchObject({ code: 'invalid_input' })
    await s.me.call(recordRefund, payment(saved.id, 111))

    const invoice = await s.me.fetch(`/api/v1/sales-orders/${saved.id}/documents/invoice`)
    const printed = yen(pdfPages(Buffer.from(await invoice.arrayBuffer())).join('\n'))
    expect(printed).toEqual(expect.arrayContaining(['333', '500', '3', '13', '849', '111', '738', '0.25']))
    const page = await opened(app, await sharedPath(s.me, 'customer', saved.id))
    expect(yen(page.body)).toEqual(expect.arrayContaining(['333', '500', '3', '13', '849']))
    for (const amounts of [printed, yen(page.body)])
      expect(amounts.filter((digits) => digits.includes('.'))).toEqual(amounts.includes('0.25') ? ['0.25'] : [])
    await expectSound(app)
  })

  test('a purchase, what of it was received, over-delivered and cancelled, and its balance are whole and add up', async () => {
    const s = await ordering(app)
    await choose(s.me, 'JPY')
    const rice = await s.product(0, { quantity_decimals: 3 })
    const order = await s.ordered(
      { product_id: rice.id, quantity: 0.333, unit_price: 1_000.0125 },
      { product_id: rice.id, quantity: 7, unit_price: 0.0125 },
      { product_id: rice.id, quantity: 1.5, unit_price: 333 },
    )
    expect(order.lines.map(({ amount }) => amount)).toEqual([333, 0, 500])
    expect([order.total_amount, order.paid_amount, sum(order.lines)]).toEqual([833, 833, 833])
    const { order: received } = await s.receive(
      order,
      { quantity: 0.333 },
      { quantity: 0.1, is_over_delivery: true },
      { quantity: 0.7, item: 2 },
    )
    expect(received).toMatchObject({ over_delivered_amount: 100, amount_due: 100 })
    const { id, version } = received
    // 0.333 × ¥1,000.0125 and 0.7 × ¥333 were received, 0.1 × ¥1,000.0125 extra; ¥833 were paid.
    expect(await s.me.call(cancelPurchaseOrder, { id, version })).toMatchObject({ amount_due: 0, refund_due: 167 })
    const page = await opened(app, await sharedPath(s.me, 'supplier', id))
    const shown = yen(page.body).filter((digits) => digits.includes('.'))
    expect(shown).toEqual(shown.filter((digits) => ['1000.0125', '0.0125'].includes(digits)))
    await expectSound(app)
  })

  test('the value of stock is whole on every screen, and the same', async () => {
    const s = await selling(app)
    await choose(s.me, 'JPY')
    await s.me.call(createProduct, {
      name: 'Rice',
      sku: 'R-1',
      price: 999,
      cost_price: 333.3333,
      stock_quantity: 0.333,
      quantity_decimals: 3,
    })
    await s.me.call(createProduct, { name: 'Tea', sku: 'T-1', price: 0.25, stock_quantity: 7 })
    // 332.667 + 1.75
    const { items } = await s.me.call(listProducts, { as_of: new Date().toISOString() })
    expect(items.map(({ stock_as_of }) => stock_as_of?.value_at_price)).toEqual([333, 2])
    expect(items.map(({ stock_as_of }) => stock_as_of?.value_at_cost)).toEqual([111, 0])
    const [value, report, total, home, now] = await Promise.all([
      s.me.call(readStockValueAsOf, { as_of: new Date().toISOString() }),
      s.me.call(readValuationReport, {}),
      s.me.call(readValuationSummary, {}),
      s.me.call(readDashboard, {}),
      s.me.call(readProductSummary, {}),
    ])
    expect(value).toMatchObject({ value_at_price: 334, value_at_cost: 111 })
    expect(report.items.map(({ total_retail }) => total_retail)).toEqual(expect.arrayContaining([333, 2]))
    expect(total.on_hand).toMatchObject({ total_retail: 334, total_cost: 111 })
    expect([home.value_at_price, now.value_at_price]).toEqual([334, 334])
  })
})

function payment(sales_order_id: string, amount: number) {
  return { sales_order_id, amount, payment_method: 'cash' } as const
}

test('an order from before keeps its lines with decimals, and they can be paid', async () => {
  const s = await selling(app)
  await choose(s.me, 'JPY')
  const rice = await s.product(10, { quantity_decimals: 3 })
  const order = await s.order([{ product_id: rice.id, quantity: 0.25, unit_price: 333 }])
  expect(order).toMatchObject({ total_amount: 83, lines: [{ amount: 83, amount_decimals: 0 }] })
  await app.admin.query('update sales_order_items set amount_decimals = 2 where sales_order_id = $1', [order.id])
  await app.admin.query('update sales_orders set total_amount = 83.25 where id = $1', [order.id])
  expect(await s.read(order)).toMatchObject({ amount_due: 83.25, lines: [{ amount: 83.25, amount_decimals: 2 }] })
  expect(await s.pay(order, 83.25)).toMatchObject({ amount_due: 0, payment_status: 'paid' })

  // Its lines have parts of a yen, its total has none: it can be paid in parts, and the last one is what is due.
  const whole = await s.order([
    { product_id: rice.id, quantity: 1, unit_price: 333 },
    { product_id: rice.id, quantity: 1, unit_price: 667 },
  ])
  await app.admin.query(
    `update sales_order_items set amount_decimals = 2, unit_price = unit_price + case unit_price when 333 then 0.3 else -0.3 end
     where sales_order_id = $1`,
    [whole.id],
  )
  expect(await s.read(whole)).toMatchObject({ total_amount: 1_000 })
  expect(await s.pay(whole, 333.3)).toMatchObject({ amount_due: 666.7 })
  expect(await s.pay(whole, 666.7)).toMatchObject({ amount_due: 0, payment_status: 'paid' })
  await expectSound(app)
})
