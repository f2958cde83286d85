import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { listPurchaseOrders, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { listLocations } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import type { Actor } from '../platform/endpoint.ts'
import { type Client, testApp } from '../testing/app.ts'
import { manyOrders } from '../testing/many-orders.ts'
import { ordering, type Ordering } from '../testing/ordering.ts'
import { countReads } from '../testing/count-reads.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { listPurchaseOrdersQuery } from './list.ts'

const app = await testApp({ choosesPlans: true })
type Filters = Omit<InputOf<typeof listPurchaseOrders>, 'cursor'>

/** The list's numbers, page by page, as the names that a test gave them. */
async function everyNumber(me: Client, filters: Filters): Promise<string[]> {
  const numbers: string[] = []
  let cursor: string | undefined
  do {
    const page = await me.call(listPurchaseOrders, { ...filters, limit: 2, ...(cursor ? { cursor } : {}) })
    numbers.push(...page.items.map(({ order_number }) => order_number))
    cursor = page.next ?? undefined
  } while (cursor)
  return numbers
}

describe('a few orders', () => {
  let s: Ordering
  let orders: PurchaseOrder[]

  beforeAll(async () => {
    s = await ordering(app)
    const tokyo = await s.me.call(createSupplier, { name: 'Tokyo Traders' })
    const product_id = (await s.product(0)).id
    const draft = await s.draft({ product_id, quantity: 1, unit_price: 30 })
    const late = await s.save(await s.draft({ product_id, quantity: 2, unit_price: 5 }), {
      expected_date: '2026-03-01',
    })
    const ordered = await s.pay(late)
    const part = await s.save(await s.draft({ product_id, quantity: 4, unit_price: 5 }), {
      supplier_id: tokyo.id,
      expected_date: '2026-02-01',
    })
    const partial = (await s.receive(await s.pay(part), 1)).order
    const received = (await s.receive(await s.ordered({ product_id, quantity: 1, unit_price: 7 }), 1)).order
    const cancelled = await s.cancel(await s.draft({ product_id, quantity: 1, unit_price: 1 }))
    orders = [draft, ordered, partial, received, cancelled]
  })

  test.each<[Filters | (() => Filters), number[]]>([
    [{}, [4, 3, 2, 1, 0]],
    [{ sort: 'created_at' }, [0, 1, 2, 3, 4]],
    [{ sort: 'expected_date' }, [2, 1]],
    [{ sort: '-total_amount' }, [0, 2, 1, 3, 4]],
    [{ status: 'draft' }, [0]],
    [{ status: 'partial' }, [2]],
    [{ status: 'received' }, [3]],
    [{ status: 'cancelled' }, [4]],
    [{ open: 'true' }, [2, 1]],
    [{ payment_status: 'paid' }, [3, 2, 1]],
    [{ payment_status: 'cancelled' }, [4]],
    [{ search: 'tokyo' }, [2]],
    [{ search: 'EXOTIC liquids' }, [4, 3, 1, 0]],
    [() => ({ search: orders[1]!.order_number.toLowerCase() }), [1]],
    [() => ({ search: orders[2]!.order_number.slice(3) }), [2]],
    [() => ({ search: `tokyo ${orders[2]!.order_number.slice(0, 9)}` }), [2]],
    [{ search: 'po' }, [4, 3, 2, 1, 0]],
    [{ search: 'no such thing' }, []],
    [{ search: '%' }, []],
    [{ search: '_' }, []],
    [() => ({ supplier_id: s.supplier_id, status: 'ordered' }), [1]],
  ])('%j', async (given, expected) => {
    const filters = typeof given === 'function' ? given() : given
    const names = expected.map((index) => orders[index]!.order_number)
    const found = await everyNumber(s.me, filters)
    expect(filters.sort === 'expected_date' ? found.slice(0, 2) : found).toEqual(names)
    if (filters.sort === 'expected_date') expect(found).toHaveLength(5)
  })

  test("have the list's columns in each row", async () => {
    const { items } = await s.me.call(listPurchaseOrders, { status: 'partial' })
    const { lines: _, payments: _p, receipts: _r, status_changes: _s, ...rest } = orders[2]!
    expect(rest).toMatchObject(items[0]!)
    expect(items[0]).toMatchObject({
      supplier_name: 'Tokyo Traders',
      expected_date: '2026-02-01',
      total_amount: 20,
      open_lines: 1,
    })
  })

  test('refuse a damaged or foreign cursor beside its field', async () => {
    const { next } = await s.me.call(listPurchaseOrders, { sort: 'expected_date', limit: 1 })
    const [name, , id] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString()) as string[]
    const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
    for (const cursor of [
      'x',
      cursorOf('-created_at', 'infinity', id),
      cursorOf(name, '2026-02-31', id),
      cursorOf(name, 'x', id),
    ])
      expect(await s.me.refused(listPurchaseOrders, { sort: 'expected_date', cursor })).toMatchObject({
        status: 422,
        fields: { cursor: expect.any(String) },
      })
  })

  test("of another organization aren't found", async () => {
    const other = await app.signUp()
    expect(await everyNumber(other, {})).toEqual([])
    expect(await everyNumber(other, { search: orders[0]!.order_number })).toEqual([])
    expect(await everyNumber(other, { supplier_id: s.supplier_id })).toEqual([])
  })
})

describe('twenty thousand orders', () => {
  let me: Client
  let actor: Actor

  beforeAll(async () => {
    me = await app.signUp()
    actor = ownerOf(me)
    await manyOrders(app.admin, me.org_id, me.user_id, 20_000)
  })

  /** How many rows of a table a page reads, from an index or the table itself. */
  function rowsRead(table: string, filters: Filters & { cursor?: string }, location_ids: string[] | null) {
    const input = listPurchaseOrders.input.parse(filters)
    return app.db.transaction({ org_id: me.org_id, user_id: me.user_id }, async (tx) => {
      await tx.useLocations(location_ids)
      const { scanned, entries } = await countReads(tx, [table], () =>
        listPurchaseOrdersQuery.run(tx, { ...actor, location_ids }, input as never),
      )
      return scanned + entries
    })
  }
  const ordersRead = (filters: Filters & { cursor?: string }) => rowsRead('purchase_orders', filters, null)

  test('a limited member’s page reads the lines of its orders only', async () => {
    const { id: product_id } = await me.call(createProduct, { name: 'Chai', sku: 'CHAI', price: 18 })
    const location_id = (await me.call(listLocations, {})).items[0]?.id ?? ''
    await app.admin.query(
      `insert into purchase_order_items (org_id, id, purchase_order_id, line_no, product_id, quantity, unit_price, location_id)
       select org_id, gen_random_uuid(), id, 1, $2, 1, 1, $3 from purchase_orders where org_id = $1`,
      [me.org_id, product_id, location_id],
    )
    await app.admin.query('vacuum analyze purchase_order_items')
    expect(await rowsRead('purchase_order_items', { limit: 20 }, [location_id])).toBeLessThan(300)
  })

  test.each<[string, Filters]>([
    ['the last page, newest first', {}],
    ['the last page by expected date', { sort: 'expected_date' }],
    ['the last page by when payment is due', { sort: 'payment_due_date' }],
    ['the last page by total, largest first', { sort: '-total_amount' }],
    ['the last page of a status', { status: 'cancelled' }],
    ['the last page of a supplier', { supplier_id: '' }],
    ['the last page of what is unpaid', { payment_status: 'pending' }],
    ['the last page of what is partly paid', { payment_status: 'partial' }],
    ['the last page of what is paid', { payment_status: 'paid' }],
    ['the last page of refunds that are due', { payment_status: 'refund_due' }],
    ['the last page of what is open, by expected date', { open: 'true', sort: 'expected_date' }],
  ])('%s reads a page', async (_name, filters) => {
    const { rows } = await app.admin.query('select id from suppliers where org_id = $1 order by name limit 1', [
      me.org_id,
    ])
    const filled = { ...filters, ...(filters.supplier_id === undefined ? {} : { supplier_id: rows[0].id as string }) }
    let cursor: string | undefined
    for (;;) {
      const page = await me.call(listPurchaseOrders, { ...filled, limit: 200, ...(cursor ? { cursor } : {}) })
      if (!page.next) break
      cursor = page.next
    }
    expect(cursor).toBeDefined()
    expect(await ordersRead({ ...filled, limit: 200, cursor: cursor! })).toBeLessThan(1_000)
  })

  test.each(['partial', 'refund_due'] as const)(
    'the first page of the few orders whose payment is %s reads only these',
    async (payment_status) => {
      const { items } = await me.call(listPurchaseOrders, { payment_status, limit: 200 })
      expect(items).toHaveLength(200)
      expect(await ordersRead({ payment_status, limit: 200 })).toBeLessThan(500)
    },
  )

  // Two hundred match: fifty of them are found faster by reading the newest than by sorting them all.
  test.each([
    ['PO-014321-', 50],
    ['14321', 50],
    ['-017', 5_000],
  ])('with part of a number, only matching rows are read: %s', async (search, rows) => {
    expect(await ordersRead({ search })).toBeLessThan(rows)
    const { items } = await me.call(listPurchaseOrders, { search })
    expect(items.length).toBeGreaterThan(0)
    for (const { order_number } of items) expect(order_number).toContain(search)
  })

  test('with a word that no order has, almost nothing is read', async () => {
    expect(await ordersRead({ search: 'zanzibar' })).toBeLessThan(50)
  })
})
