import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction, listTransactions, type Transaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { receiptInput } from '../testing/ordering.ts'
import { selling, type Selling } from '../testing/selling.ts'

const app = await sharedApp()

type Asked = InputOf<typeof listTransactions>

let s: Selling
let order_numbers: { purchase: string; sale: string }

/** Every row, page by page. */
async function all(asked: Asked, org = s): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | undefined
  do {
    const page = await org.me.call(listTransactions, { limit: 7, ...asked, cursor })
    rows.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  return rows
}

const described = (rows: readonly Transaction[]) => rows.map((row) => `${row.product_name} ${row.type} ${row.quantity}`)

beforeAll(async () => {
  s = await selling(app)
  const make = (name: string, sku: string, stock_quantity: number) =>
    s.me.call(createProduct, { name, sku, price: 2, description: 'Sold by the crate', stock_quantity })
  const chang = await make('Chang', 'NW-QRS', 50)
  const chai = await make('Chai 100%', 'NW-TUV', 40)
  const enter = (
    product_id: string,
    quantity: number,
    notes: string,
    more: Partial<InputOf<typeof createTransaction>> = {},
  ) => s.me.call(createTransaction, { product_id, type: 'out', quantity, reason_code: 'other', notes, ...more })
  await enter(chang.id, 1, 'Broken pallet, QC said "no"')
  await enter(chai.id, 2, 'Broken bottle')
  await enter(chai.id, 3, 'Für die Messe in Köln')
  await enter(chai.id, 4, 'C:\\stock\\2026.xlsx, row 5')
  await enter(chang.id, 5, 'Long ago', { happened_at: '2019-03-04T00:00:00Z' })
  await enter(chang.id, 6, 'Broken long ago', { happened_at: '2018-03-04T00:00:00Z' })
  await s.me.call(createTransactionDraft, {
    product_id: chang.id,
    type: 'in',
    quantity: 7,
    reason_code: 'other',
    notes: 'Broken promise',
  })
  const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = [
    { product_id: chang.id, quantity: 3, unit_price: 2 },
    { product_id: chai.id, quantity: 4, unit_price: 2 },
  ]
  const draft = await s.me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const order = await s.me.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  await s.me.call(
    createReceipt,
    receiptInput(order, s.main, [
      { quantity: 3, notes: 'Six of them wet' },
      { quantity: 4, item: 1, notes: 'First line\nsecond\tline' },
    ]),
  )
  const sale = await s.order([[chang.id, 2]])
  await s.ship(sale, 2)
  order_numbers = { purchase: order.order_number, sale: sale.order_number }
})

describe('the history is searched', () => {
  test('by the name and the SKU of the product, ignoring case, and not by its description', async () => {
    const ofChang = (await all({})).filter((row) => row.product_name === 'Chang')
    expect(ofChang.length).toBeGreaterThan(7)
    for (const search of ['chang', 'CHAN', 'nw-qrs', 'QRS', 'chang nw-qrs'])
      expect(await all({ search }), search).toEqual(ofChang)
    // With "chai", because "100" alone would also find an order whose number has a part that begins with it.
    expect(await all({ search: 'chai 100%' })).toEqual(await all({ search: 'chai' }))
    expect(await all({ search: 'chai 10%0' })).toEqual([])
    expect(await all({ search: 'crate' })).toEqual([])
  })

  test('by the note, of a posting, of its own line and of what is pending', async () => {
    expect(described(await all({ search: 'broken' }))).toEqual([
      'Chang in 7',
      'Chai 100% out 2',
      'Chang out 1',
      'Chang out 6',
    ])
    expect(described(await all({ search: 'wet six' }))).toEqual(['Chang in 3'])
    expect(described(await all({ search: 'köln FÜR' }))).toEqual(['Chai 100% out 3'])
    // The texts as they are typed: quotes, backslashes, wildcards.
    expect(described(await all({ search: 'said "no"' }))).toEqual(['Chang out 1'])
    expect(described(await all({ search: 'c:\\stock\\2026.xlsx' }))).toEqual(['Chai 100% out 4'])
    expect(await all({ search: 'br%ken' })).toEqual([])
    expect(await all({ search: "it's & !(broken)" })).toEqual([])
    expect(await all({ search: 'null' })).toEqual([])
    // A line of a receipt has its own note, not those of other lines.
    expect(described(await all({ search: 'second line' }))).toEqual(['Chai 100% in 4'])
  })

  test('by the number of the order that a row belongs to', async () => {
    expect(described(await all({ search: order_numbers.purchase }))).toEqual([
      'Chai 100% in 4',
      'Chang in 3',
      'Chai 100% commitment 4',
      'Chang commitment 3',
    ])
    expect(described(await all({ search: order_numbers.sale.toLowerCase() }))).toEqual([
      'Chang out 2',
      'Chang commitment 2',
    ])
    expect(described(await all({ search: order_numbers.purchase, type: 'in' }))).toEqual([
      'Chai 100% in 4',
      'Chang in 3',
    ])
  })

  test('with every word in the names, or in the note and the number, where it must begin a word', async () => {
    expect(await all({ search: 'chang broken' })).toEqual([])
    expect(described(await all({ search: 'qc' }))).toEqual(['Chang out 1'])
    expect(await all({ search: 'ix' })).toEqual([])
    expect(described(await all({ search: 'si the' }))).toEqual(['Chang in 3'])
    expect(described(await all({ search: `wet ${order_numbers.purchase}` }))).toEqual(['Chang in 3'])
    expect(await all({ search: '---' })).toEqual([])
    expect((await all({ search: '   ' })).length).toBe((await all({})).length)
  })

  test('within type, status, location, product and days', async () => {
    const chang = (await all({ search: 'chang', type: 'opening' }))[0]!
    expect(described([chang])).toEqual(['Chang opening 50'])
    expect(described(await all({ search: 'broken', status: 'pending' }))).toEqual(['Chang in 7'])
    expect(described(await all({ search: 'broken', status: 'completed', product_id: chang.product_id }))).toEqual([
      'Chang out 1',
      'Chang out 6',
    ])
    expect(described(await all({ search: 'broken', type: 'commitment' }))).toEqual([])
    expect(described(await all({ search: 'long', to: '2019-01-01T00:00:00Z' }))).toEqual(['Chang out 6'])
    expect(described(await all({ search: 'long', from: '2019-01-01T00:00:00Z' }))).toEqual(['Chang out 5'])
    expect(await all({ search: 'broken', location_id: s.shop })).toEqual([])
    expect((await all({ search: 'broken', location_id: s.main })).length).toBe(3)
  })

  test('and finds nothing of another organization', async () => {
    const other = await selling(app)
    for (const search of ['chang', 'broken', order_numbers.purchase]) expect(await all({ search }, other)).toEqual([])
  })
})
