import { describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { createCategory } from '../../contract/categories.ts'
import { readInventoryReport, readInventorySummary } from '../../contract/inventory-report.ts'
import { createProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { csvRows } from './testing/files.ts'

const app = await sharedApp()

describe('inventory status', () => {
  test('low and out count as everywhere, archived products are left out, and categories add up', async () => {
    const client = await app.signUp()
    const tools = await client.call(createCategory, { name: 'Tools', color: '#10B981' })
    const make = (sku: string, stock_quantity: number, min_stock_level: number, category_id?: string) =>
      client.call(createProduct, {
        name: `Product ${sku}`,
        sku,
        price: 1,
        stock_quantity,
        min_stock_level,
        category_id,
      })
    await make('A', 10, 3, tools.id)
    await make('B', 3, 3, tools.id)
    await make('C', 0, 0)
    const gone = await make('D', 1, 0)
    await client.call(createTransaction, { product_id: gone.id, type: 'out', quantity: 1, reason_code: 'damaged' })
    await client.call(deleteProduct, { id: gone.id })
    const { items } = await client.call(readInventoryReport, {})
    expect(items.map(({ sku, is_low, is_out }) => [sku, is_low, is_out])).toEqual([
      ['A', false, false],
      ['B', true, false],
      ['C', true, true],
    ])
    expect(await client.call(readInventorySummary, {})).toMatchObject({
      products: 3,
      units: 13,
      low: 2,
      out: 1,
      categories: [
        { id: tools.id, name: 'Tools', color: '#10B981', products: 2, units: 13, low: 1, out: 0 },
        { id: null, name: 'Uncategorized', products: 1, units: 0, low: 1, out: 1 },
      ],
    })
  })

  test('the largest categories are separate, the others are one', async () => {
    const client = await app.signUp()
    for (let number = 1; number <= 11; number++) {
      const { id } = await client.call(createCategory, { name: `Category ${number}`, color: '#10B981' })
      for (let product = 0; product < (number > 9 ? 1 : 2); product++)
        await client.call(createProduct, { name: 'Thing', sku: `${number}-${product}`, price: 1, category_id: id })
    }
    const { categories } = await client.call(readInventorySummary, {})
    expect(categories).toHaveLength(10)
    expect(categories.at(-1)).toMatchObject({ id: null, name: 'Other categories', products: 2 })
  })

  test.each(['name', 'sku', 'category', 'price', 'cost_price', 'on_hand', 'minimum'] as const)(
    'sorted by %s, in both directions, page by page, every product appears once',
    async (sort) => {
      const client = await sortable()
      for (const direction of ['', '-'] as const) {
        const all = await client.call(readInventoryReport, { sort: `${direction}${sort}` })
        const found = [...all.items]
        const values = found.map((line) => (sort === 'name' ? line.name.toLowerCase() : line[sort]))
        const expected = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(direction === '-' ? expected.toReversed() : expected)
        expect(await pages(client, `${direction}${sort}`)).toEqual(found)
      }
    },
  )

  async function pages(client: Client, sort: InputOf<typeof readInventoryReport>['sort']) {
    const items: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await client.call(readInventoryReport, { sort, limit: 2, cursor })
      items.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor)
    return items
  }

  let sorted: Promise<Client> | undefined
  function sortable(): Promise<Client> {
    sorted ??= (async () => {
      const client = await app.signUp()
      const { id } = await client.call(createCategory, { name: 'zinc', color: '#10B981' })
      const rows = [
        { name: 'ant', sku: 'Z', price: 3, cost_price: 1.5, stock_quantity: 7, category_id: id },
        { name: 'Bee', sku: 'Y', price: 3, cost_price: 0.5, stock_quantity: 70, min_stock_level: 2 },
        { name: 'cat', sku: 'X', price: 20, cost_price: 10, stock_quantity: 0, category_id: id },
        { name: 'Dog', sku: 'W', price: 0.5, cost_price: 0.5, stock_quantity: 7, min_stock_level: 9 },
        { name: 'dog', sku: 'V', price: 0.5, cost_price: 0.5, stock_quantity: 7 },
      ]
      for (const row of rows) await client.call(createProduct, row)
      return client
    })()
    return sorted
  }

  test('the file has the order of the screen', async () => {
    const rows = await csvRows(await sortable(), 'inventory/file?sort=-on_hand')
    expect(rows.slice(1).map((row) => row[1])).toEqual(['Y', 'V', 'W', 'Z', 'X'])
  })

  test('a cursor of another sort order and unknown values are refused', async () => {
    const client = await sortable()
    const { next } = await client.call(readInventoryReport, { limit: 2 })
    expect(await client.refused(readInventoryReport, { sort: 'price', cursor: next })).toMatchObject({
      code: 'invalid_input',
      fields: { cursor: expect.any(String) },
    })
    for (const input of [
      { sort: 'color' },
      { as_of: 'yesterday' },
      { by: 'guessed' },
      { color: 'red' },
      { limit: 1e9 },
    ])
      expect(await client.refused(readInventoryReport, input), JSON.stringify(input)).toMatchObject({ status: 422 })
    expect((await client.fetch('/api/v1/reports/inventory/file?format=pdf')).status).toBe(422)
  })
})
