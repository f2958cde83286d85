import { expect, test } from 'vitest'
import { read, utils } from '@e965/xlsx'
import type { Currency } from '../../contract/currencies.ts'
import { createImport } from '../../contract/imports.ts'
import { readMe } from '../../contract/me.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { recordRefund } from '../../contract/sales-payments.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

async function choose(client: Client, currency: Currency) {
  const { version } = await client.call(readSettings, {})
  return client.call(saveSettings, { currency, version })
}

test('an organization has US dollars until it chooses another currency, which all amounts are in', async () => {
  const s = await selling(app)
  expect(await s.me.call(readMe, {})).toMatchObject({ currency: 'USD' })
  expect(await choose(s.me, 'EUR')).toMatchObject({ currency: 'EUR', can_change_currency: true })
  expect(await s.me.call(readMe, {})).toMatchObject({ currency: 'EUR' })

  const product = await s.product(5)
  const sale = await s.order([[product.id, 2]])
  const supplier = await s.me.call(createSupplier, { name: 'Lager' })
  const lines = [{ product_id: product.id, quantity: 1, unit_price: 1.5 }]
  const purchase = await s.me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  expect([sale.currency, purchase.currency]).toEqual(['EUR', 'EUR'])
  const { items } = await s.me.call(listTransactions, {})
  expect(new Set(items.map(({ currency }) => currency))).toEqual(new Set(['EUR']))

  const invoice = await s.me.fetch(`/api/v1/sales-orders/${sale.id}/documents/invoice`)
  const text = pdfPages(Buffer.from(await invoice.arrayBuffer())).join('')
  expect(text).toContain('€4.00 EUR due')
  expect(text).not.toContain('$')
  await s.pay(sale, 5)
  const refund = { sales_order_id: sale.id, amount: 2, payment_method: 'cash' } as const
  expect(await s.me.refused(recordRefund, refund)).toMatchObject({ message: 'At most €1.00 can be refunded' })
})

test('it can’t be changed once there is an order of either kind, not even past the server', async () => {
  const s = await selling(app)
  await choose(s.me, 'GBP')
  await s.order([[(await s.product(5)).id, 1]])
  expect(await s.me.call(readSettings, {})).toMatchObject({ can_change_currency: false })
  const { version } = await s.me.call(readSettings, {})
  expect(await s.me.refused(saveSettings, { currency: 'USD', company_name: 'Not saved', version })).toMatchObject({
    status: 422,
    fields: { currency: 'The currency can’t be changed once there are orders' },
  })
  expect(await choose(s.me, 'GBP')).toMatchObject({ currency: 'GBP', company_name: '' })
  await expect(
    app.admin.query(`update organizations set currency = 'USD' where org_id = $1`, [s.me.org_id]),
  ).rejects.toThrow('sales_orders_org_id_currency_fkey')

  const buyer = await stocked(app)
  const supplier = await buyer.me.call(createSupplier, { name: 'Sole' })
  const lines = [{ product_id: (await buyer.product(5)).id, quantity: 1, unit_price: 1 }]
  await buyer.me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  expect(await buyer.me.call(readSettings, {})).toMatchObject({ currency: 'USD', can_change_currency: false })
  await expect(choose(buyer.me, 'GBP')).rejects.toThrow('once there are orders')
})

test('of orders created while it changes, each has the currency the organization ends up with', async () => {
  for (const currency of ['SEK', 'JPY', 'CHF'] as const) {
    const s = await selling(app)
    const product = await s.product(100)
    const order = () =>
      s.me.call(createSalesOrder, {
        customer_name: 'Ana',
        lines: [{ product_id: product.id, quantity: 1, unit_price: 2 }],
      })
    const [, ...orders] = await Promise.all([
      choose(s.me, currency).catch(() => undefined),
      ...Array.from({ length: 12 }, order),
    ])
    const { currency: chosen } = await s.me.call(readSettings, {})
    expect(new Set(orders.map((one) => one.currency))).toEqual(new Set([chosen]))
  }
})

test('an unknown currency, and one with three decimals, is refused', async () => {
  const me = await app.signUp()
  for (const currency of ['eur', 'XXX', 'KWD', '']) {
    const refusal = await me.refused(saveSettings, { currency: currency as 'EUR', version: 1 })
    expect(refusal, currency).toMatchObject({ status: 422, fields: { currency: expect.any(String) } })
  }
})

test('an import names the organization’s currency or none, and the template shows it', async () => {
  const me = await app.signUp()
  await choose(me, 'EUR')
  const rows = (currency: string) => ({
    products: [{ name: 'Bolt', sku: 'B-1', price: '€1.50' }],
    categories: [],
    transactions: [{ product_id: 'B-1', type: 'in', quantity: 1, currency }],
  })
  expect(await me.refused(createImport, rows('USD'))).toMatchObject({
    details: { problems: [{ sheet: 'Transactions', column: 'currency', message: 'Currency must be EUR' }] },
  })
  expect(await me.call(createImport, rows('eur'))).toMatchObject({ counts: { transactions: { posted: 1 } } })
  const template = read(await (await me.fetch('/api/v1/import-template')).arrayBuffer())
  const [example] = utils.sheet_to_json(template.Sheets['Transactions']!)
  expect(example).toMatchObject({ currency: 'EUR' })
})
