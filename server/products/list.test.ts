import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct, listProducts, readProduct, readProductSummary } from '../../contract/products.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { answerWriter } from '../platform/answer-writer.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { testApp, type Client } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { manyProducts } from '../testing/many-products.ts'
import { ownerOf } from '../testing/owner-of.ts'
import { stocked } from '../testing/stocked.ts'
import { listProductsQuery } from './list.ts'

const app = await testApp({ choosesPlans: true })

type Filters = Omit<InputOf<typeof listProducts>, 'cursor'>

/** Every name in the list, page by page. */
async function everyName(client: Client, filters: Filters): Promise<string[]> {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page: OutputOf<typeof listProducts> = await client.call(listProducts, {
      ...filters,
      ...(cursor ? { cursor } : {}),
    })
    names.push(...page.items.map(({ name }) => name))
    cursor = page.next ?? undefined
  } while (cursor)
  return names
}

describe('the product list of a small shop', () => {
  let me: Client
  let beverages: string
  let shop: string
  let tokyo: string

  beforeAll(async () => {
    me = await app.signUp()
    beverages = (await me.call(createCategory, { name: 'Beverages', color: '#3B82F6' })).id
    shop = (await me.call(createLocation, { name: 'Shop floor' })).id
    tokyo = (await me.call(createSupplier, { name: 'Tokyo Traders' })).id
    const products: InputOf<typeof createProduct>[] = [
      {
        name: 'Chai',
        sku: 'NW-001',
        description: '10 boxes x 30 bags',
        price: 18,
        stock_quantity: 39,
        min_stock_level: 10,
        category_id: beverages,
      },
      {
        name: 'Chang',
        sku: 'NW-002',
        description: '24 - 12 oz bottles',
        price: 19,
        stock_quantity: 17,
        min_stock_level: 25,
        category_id: beverages,
        supplier_id: tokyo,
      },
      {
        name: 'Aniseed Syrup',
        sku: 'NW-003',
        description: '12 - 550 ml bottles',
        price: 10,
        stock_quantity: 0,
        supplier_id: tokyo,
      },
      { name: "Chef Anton's Gumbo Mix", sku: 'nw-005', price: 21.35, stock_quantity: 6, location: 'Shop floor' },
      {
        name: '100% Cocoa_dust',
        sku: 'X\\Y',
        price: 0.5,
        stock_quantity: 2,
        additional_locations: [{ location_id: shop, quantity: 5 }],
      },
    ]
    for (const product of products) await me.call(createProduct, product)
  })

  const all = ['100% Cocoa_dust', 'Aniseed Syrup', 'Chai', 'Chang', "Chef Anton's Gumbo Mix"]

  test.each<[Filters, string[]]>([
    [{}, all],
    [{ sort: '-name' }, all.toReversed()],
    [{ sort: 'price' }, ['100% Cocoa_dust', 'Aniseed Syrup', 'Chai', 'Chang', "Chef Anton's Gumbo Mix"]],
    [{ sort: 'sku' }, ['Chai', 'Chang', 'Aniseed Syrup', "Chef Anton's Gumbo Mix", '100% Cocoa_dust']],
    [{ sort: '-on_hand' }, ['Chai', 'Chang', '100% Cocoa_dust', "Chef Anton's Gumbo Mix", 'Aniseed Syrup']],
    [{ sort: '-created_at' }, ['100% Cocoa_dust', "Chef Anton's Gumbo Mix", 'Aniseed Syrup', 'Chang', 'Chai']],
    [{ sort: 'category' }, ['Chai', 'Chang', '100% Cocoa_dust', 'Aniseed Syrup', "Chef Anton's Gumbo Mix"]],
    [{ sort: '-category' }, ["Chef Anton's Gumbo Mix", 'Aniseed Syrup', '100% Cocoa_dust', 'Chang', 'Chai']],
    [{ sort: 'minimum' }, ['100% Cocoa_dust', 'Aniseed Syrup', "Chef Anton's Gumbo Mix", 'Chai', 'Chang']],
    [{ sort: '-minimum' }, ['Chang', 'Chai', "Chef Anton's Gumbo Mix", 'Aniseed Syrup', '100% Cocoa_dust']],
    [{ sort: 'status' }, ['Aniseed Syrup', 'Chang', '100% Cocoa_dust', 'Chai', "Chef Anton's Gumbo Mix"]],
    [{ sort: '-status' }, ["Chef Anton's Gumbo Mix", 'Chai', '100% Cocoa_dust', 'Chang', 'Aniseed Syrup']],
    [{ sort: '-status', stock: 'low' }, ['Chang', 'Aniseed Syrup']],
    [{ sort: 'category', category_id: 'none', stock: 'out' }, ['Aniseed Syrup']],
    [{ sort: 'category', search: 'c' }, ['Chai', 'Chang', '100% Cocoa_dust', "Chef Anton's Gumbo Mix"]],
    [{ sort: '-minimum', search: 'c' }, ['Chang', 'Chai', "Chef Anton's Gumbo Mix", '100% Cocoa_dust']],
    [{ sort: 'status', search: 'c' }, ['Chang', '100% Cocoa_dust', 'Chai', "Chef Anton's Gumbo Mix"]],
    [{ stock: 'low' }, ['Aniseed Syrup', 'Chang']],
    [{ stock: 'out' }, ['Aniseed Syrup']],
    [{ search: 'CHA' }, ['Chai', 'Chang']],
    // By SKU.
    [{ search: 'nw-00' }, ['Chai', 'Chang', 'Aniseed Syrup', "Chef Anton's Gumbo Mix"]],
    [{ search: 'w-00' }, ['Aniseed Syrup', 'Chai', 'Chang', "Chef Anton's Gumbo Mix"]],
    [{ search: 'bottles' }, ['Aniseed Syrup', 'Chang']],
    [{ search: 'bottles oz' }, ['Chang']],
    [{ search: 'an' }, ['Aniseed Syrup', "Chef Anton's Gumbo Mix", 'Chang']],
    [{ search: "Anton's gum" }, ["Chef Anton's Gumbo Mix"]],
    [{ search: 'mix', search_in: 'name_and_sku' }, ["Chef Anton's Gumbo Mix"]],
    [{ search: 'gumbo', stock: 'out' }, []],
    [{ search: ' Ch' }, ['Chai', 'Chang', "Chef Anton's Gumbo Mix"]],
    [{ search: 'c' }, ['Chai', 'Chang', "Chef Anton's Gumbo Mix", '100% Cocoa_dust']],
    [{ search: 'c', sort: 'name' }, ['100% Cocoa_dust', 'Chai', 'Chang', "Chef Anton's Gumbo Mix"]],
    [{ search: 'x' }, ['100% Cocoa_dust', 'Chai', "Chef Anton's Gumbo Mix"]],
    [{ search: 'bottles', search_in: 'name_and_sku' }, []],
    [{ search: 'bottles nw-002', search_in: 'name_and_sku' }, []],
    [{ search: 'CHAN nw-00', search_in: 'name_and_sku' }, ['Chang']],
    [{ search: 'x', search_in: 'name_and_sku' }, ['100% Cocoa_dust', "Chef Anton's Gumbo Mix"]],
    [{ sku: 'nw-002' }, ['Chang']],
    [{ sku: 'NW-00' }, []],
    [{ sku: 'nw-002', search: 'chang' }, ['Chang']],
    [{ sku: 'nw-002', search: 'chai' }, []],
    [{ sku: 'nw-002', stock: 'low' }, ['Chang']],
    [{ search: '100%' }, ['100% Cocoa_dust']],
    [{ search: 'a_d' }, ['100% Cocoa_dust']],
    [{ search: 'x\\y' }, ['100% Cocoa_dust']],
    [{ search: '   ' }, all],
    [{ search: 'nothing like it' }, []],
    [{ search: 'bottles', stock: 'low', sort: '-name' }, ['Chang', 'Aniseed Syrup']],
  ])('%j finds %j', async (filters, names) => {
    expect(await everyName(me, filters)).toEqual(names)
    expect(await everyName(me, { ...filters, limit: 1 })).toEqual(names)
  })

  test('is filtered by category and location, alone and together', async () => {
    expect(await everyName(me, { category_id: beverages })).toEqual(['Chai', 'Chang'])
    expect(await everyName(me, { category_id: 'none' })).toEqual([
      '100% Cocoa_dust',
      'Aniseed Syrup',
      "Chef Anton's Gumbo Mix",
    ])
    expect(await everyName(me, { location_id: shop })).toEqual(['100% Cocoa_dust', "Chef Anton's Gumbo Mix"])
    expect(await everyName(me, { location_id: shop, category_id: beverages })).toEqual([])
    for (const sort of ['category', 'minimum', 'status'] as const) {
      expect(await everyName(me, { location_id: shop, sort })).toEqual(['100% Cocoa_dust', "Chef Anton's Gumbo Mix"])
      expect(await everyName(me, { category_id: beverages, sort: `-${sort}`, limit: 1 })).toEqual(
        sort === 'status' ? ['Chai', 'Chang'] : ['Chang', 'Chai'],
      )
    }
  })

  test('is filtered by supplier, alone and with everything else', async () => {
    expect(await everyName(me, { supplier_id: tokyo })).toEqual(['Aniseed Syrup', 'Chang'])
    expect(await everyName(me, { supplier_id: tokyo, sort: '-price', limit: 1 })).toEqual(['Chang', 'Aniseed Syrup'])
    expect(await everyName(me, { supplier_id: 'none', category_id: beverages })).toEqual(['Chai'])
    expect(await everyName(me, { supplier_id: tokyo, stock: 'out' })).toEqual(['Aniseed Syrup'])
    expect(await everyName(me, { supplier_id: tokyo, search: 'ch' })).toEqual(['Chang'])
    // Found by the search index alone, and among the words of names.
    for (const search of ['bottles', 'x', 'an'])
      expect(await everyName(me, { supplier_id: 'none', search, sort: '-name' })).toEqual(
        { bottles: [], x: ["Chef Anton's Gumbo Mix", 'Chai', '100% Cocoa_dust'], an: ["Chef Anton's Gumbo Mix"] }[
          search
        ],
      )
    expect(await everyName(me, { supplier_id: newId() })).toEqual([])
  })

  test('says on the first page how many there are', async () => {
    const first = await me.call(listProducts, { search: 'w-00', limit: 3 })
    expect([first.items.length, first.count]).toEqual([3, { products: 4, is_exact: true }])
    const second = await me.call(listProducts, { search: 'w-00', limit: 3, cursor: first.next ?? '' })
    expect([second.items.length, second.next, second.count]).toEqual([1, null, null])
    const bySku = async (limit: number) => (await me.call(listProducts, { search: 'nw-00', limit })).count
    expect([await bySku(3), await bySku(4)]).toEqual([
      { products: 3, is_exact: false },
      { products: 4, is_exact: true },
    ])
  })

  test('has a summary that adds up all products', async () => {
    expect(await me.call(readProductSummary, {})).toEqual({
      products: 5,
      archived: 0,
      units: 69,
      units_have_sum: true,
      whole_units: 69,
      decimal_products: 0,
      value_at_price: 39 * 18 + 17 * 19 + 6 * 21.35 + 7 * 0.5,
      low: 2,
      out: 1,
    })
  })

  test("shows at most three others of the category on a product's page", async () => {
    const { items } = await me.call(listProducts, { search: 'chai' })
    const chai = await me.call(readProduct, { id: items[0]?.id ?? '' })
    expect(chai.related).toMatchObject([{ name: 'Chang', price: 19, on_hand: 17 }])
    expect(chai.category).toEqual({ id: beverages, name: 'Beverages', color: '#3B82F6' })
  })

  test("refuses a cursor of another sort, another organization's location, and a page of 1,000", async () => {
    const { next } = await me.call(listProducts, { limit: 1 })
    const stranger = await app.signUp()
    const theirs = await stranger.call(createLocation, { name: 'Their shop' })
    const refused = await Promise.all(
      [{ sort: 'price', cursor: next }, { location_id: theirs.id }, { limit: 1_000 }].map((input) =>
        me.refused(listProducts, input),
      ),
    )
    expect(refused.map(({ status }) => status)).toEqual([422, 404, 422])
  })

  test('shows no products of another organization', async () => {
    const stranger = await app.signUp()
    expect(await everyName(stranger, {})).toEqual([])
    expect(await everyName(stranger, { search: 'chai' })).toEqual([])
    expect((await stranger.call(readProductSummary, {})).products).toBe(0)
  })
})

test('moves a low product to its new position when it is renamed', async () => {
  const me = await app.signUp()
  for (const name of ['Anchor', 'Buoy', 'Cleat']) await me.call(createProduct, { name, sku: name, price: 1 })
  expect(await everyName(me, { stock: 'low' })).toEqual(['Anchor', 'Buoy', 'Cleat'])
  await app.admin.query(`update products set name = 'Deck' where org_id = $1 and sku = 'Anchor'`, [me.org_id])
  expect(await everyName(me, { stock: 'low', limit: 1 })).toEqual(['Buoy', 'Cleat', 'Deck'])
})

test('by category uses current names, sorts equal names by id, skips empty categories, and keeps archived products apart', async () => {
  const me = await app.signUp()
  const categories = []
  for (const name of ['Tea', 'Coffee', 'Empty', 'Sugar']) {
    categories.push(await me.call(createCategory, { name, color: '#3B82F6' }))
  }
  const [tea, coffee, , sugar] = categories
  const products: [string, string | undefined][] = [
    ['Zest', tea?.id],
    ['Beans', coffee?.id],
    ['Twin', tea?.id],
    ['Twin', tea?.id],
    ['Cubes', sugar?.id],
    ['Loose', undefined],
    ['Gone', coffee?.id],
  ]
  for (const [index, [name, category_id]] of products.entries()) {
    await me.call(createProduct, { name, sku: `C-${index}`, price: 1, ...(category_id ? { category_id } : {}) })
  }
  const gone = (await me.call(listProducts, { search: 'gone' })).items[0]?.id ?? ''
  await app.admin.query('update products set archived_at = now() where id = $1', [gone])
  const names = ['Beans', 'Cubes', 'Twin', 'Twin', 'Zest', 'Loose']
  for (const limit of [1, 2, 4, 50]) {
    expect(await everyName(me, { sort: 'category', limit })).toEqual(names)
    expect(await everyName(me, { sort: '-category', limit })).toEqual(names.toReversed())
  }
  expect(await everyName(me, { sort: 'category', archived: 'true' })).toEqual(['Gone'])
  expect(await everyName(me, { sort: 'category', category_id: 'none' })).toEqual(['Loose'])
  expect(await everyName(me, { sort: '-category', category_id: tea?.id ?? '', limit: 2 })).toEqual([
    'Zest',
    'Twin',
    'Twin',
  ])
  await app.admin.query(`update categories set name = 'Arabica tea' where id = $1`, [tea?.id])
  expect(await everyName(me, { sort: 'category', limit: 2 })).toEqual([
    'Twin',
    'Twin',
    'Zest',
    'Beans',
    'Cubes',
    'Loose',
  ])
})

test('by status: a posting that crosses the minimum moves a product, and a limited member sees the status of their stock', async () => {
  const s = await stocked(app)
  const [here, there] = [s.main, s.shop]
  const product = (name: string, at: string, stock_quantity: number, min_stock_level: number) =>
    s.me.call(createProduct, {
      name,
      sku: name,
      price: 1,
      min_stock_level,
      stock_quantity,
      location: at === here ? 'Main Warehouse' : 'Shop floor',
    })
  const { id } = await product('Anchor', here, 9, 5)
  await product('Buoy', there, 9, 5)
  await product('Cleat', here, 5, 5)
  await product('Deck', here, 0, 0)
  expect(await everyName(s.me, { sort: 'status', limit: 1 })).toEqual(['Deck', 'Cleat', 'Anchor', 'Buoy'])
  const one = await limitedMember(app, s.me, [here])
  expect(await everyName(one, { sort: 'status', limit: 1 })).toEqual(['Buoy', 'Deck', 'Cleat', 'Anchor'])
  expect(await everyName(one, { sort: '-status', search: 'b' })).toEqual(['Buoy'])
  expect(await everyName(one, { sort: '-minimum', limit: 3 })).toEqual(['Cleat', 'Buoy', 'Anchor', 'Deck'])
  expect(await everyName(one, { sort: 'category', limit: 3 })).toEqual(['Anchor', 'Buoy', 'Cleat', 'Deck'])

  await s.me.call(createTransaction, {
    product_id: id,
    location_id: here,
    type: 'out',
    quantity: 4,
    reason_code: 'damaged',
  })
  expect(await everyName(s.me, { sort: 'status' })).toEqual(['Deck', 'Anchor', 'Cleat', 'Buoy'])
  await s.me.call(createTransaction, {
    product_id: id,
    location_id: here,
    type: 'out',
    quantity: 5,
    reason_code: 'damaged',
  })
  expect(await everyName(s.me, { sort: '-status' })).toEqual(['Buoy', 'Cleat', 'Deck', 'Anchor'])
})

describe('20,000 products', () => {
  let actor: Actor

  beforeAll(async () => {
    const me = await app.signUp()
    await manyProducts(app.admin, me.org_id, me.user_id, 20_000)
    actor = ownerOf(me)
  })

  /** The response as it is sent. */
  async function readIn(tx: Tx, filters: Filters & { cursor?: string }): Promise<OutputOf<typeof listProducts>> {
    const output = await listProductsQuery.run(tx, actor, listProducts.input.parse(filters) as never)
    return listProducts.output.parse(JSON.parse(answerWriter(listProducts)(output)))
  }

  const read = (filters: Filters & { cursor?: string }) =>
    app.db.transaction({ ...actor, locations: 'all' }, (tx) => readIn(tx, filters))

  /** Reads one page as the app role, and counts the rows of the big tables that PostgreSQL read for it. */
  function counted(filters: Filters & { cursor?: string }) {
    const tables = ['products', 'product_name_words', 'product_totals', 'stock_levels']
    return app.db.transaction({ ...actor, locations: 'all' }, (tx) => countReads(tx, tables, () => readIn(tx, filters)))
  }

  /** The cursor of the position this many rows before the end of an order. */
  async function nearTheEnd(name: string, keys: string, direction: string): Promise<string> {
    const { rows } = await app.admin.query<{ key: string[] }>(
      `select array[${keys}] as key from products p join product_totals t on t.org_id = p.org_id and t.product_id = p.id
       left join categories c on c.org_id = p.org_id and c.id = p.category_id
       where p.org_id = $1 order by ${keys.replaceAll('::text', ` ${direction}`)} offset 19980 limit 1`,
      [actor.org_id],
    )
    return Buffer.from(JSON.stringify([name, ...(rows[0]?.key ?? [])])).toString('base64url')
  }

  test.each([
    ['name', 'p.name_sort::text, p.id::text'],
    ['sku', 'p.sku_sort::text, p.id::text'],
    ['price', 'p.price_sort::text, p.id::text'],
    ['created_at', 'p.created_at::text, p.id::text'],
    ['on_hand', 't.on_hand_sort::text, t.product_id::text'],
    ['minimum', 't.minimum_sort::text, t.name_sort::text, t.product_id::text'],
    ['status', 't.status_sort::text, t.name_sort::text, t.product_id::text'],
    ['category', '(p.category_id is null)::text, c.name_sort::text, c.id::text, p.name_sort::text, p.id::text'],
  ])('the last page by %s, up and down, touches a page’s rows only', async (name, keys) => {
    for (const [sort, direction] of [
      [name, 'asc'],
      [`-${name}`, 'desc'],
    ] as const) {
      const cursor = await nearTheEnd(sort, keys, direction)
      const page = await counted({ sort: sort as 'name', cursor })
      expect(page.answer.items).toHaveLength(19)
      expect(page.scanned).toBe(0)
      expect(page.fetched).toBeGreaterThan(0)
      expect(page.fetched).toBeLessThan(500)
    }
  })

  test.each<[Filters, number]>([
    // The first rows of the order, and the matches.
    [{ search: 'SKU-0012345' }, 350],
    // A page by name, and by a later word that 1,818 names have.
    [{ search: 'steel' }, 350],
    [{ search: 'lamp' }, 350],
    [{ search: 'lamp', stock: 'low' }, 7_000],
    [{ search: 'lamp', category_id: 'none' }, 2_500],
    [{ search: 'lamp', supplier_id: 'none' }, 700],
    [{ search: 'no such thing' }, 350],
    // Nine in a hundred match: a page is full after 560 rows of the order, each read once.
    [{ search: 'bolt', sort: 'created_at' }, 800],
    [{ sku: 'sku-0012345' }, 50],
    [{ search: 'boxes', search_in: 'name_and_sku', stock: 'out' }, 30_000],
    [{ stock: 'out' }, 2_000],
    [{ stock: 'low' }, 4_000],
    // Of 600 that are low or out, 500 are to reorder.
    [{ stock: 'to_reorder' }, 6_000],
    [{ stock: 'to_reorder', sort: '-price' }, 6_000],
    [{ stock: 'to_reorder', search: 'steel' }, 12_000],
    [{ search: 'steel', stock: 'out', sort: 'price' }, 14_000],
  ])('%j touches what fits, not the whole catalog', async (filters, most) => {
    const { scanned, fetched } = await counted(filters)
    expect(scanned).toBe(0)
    expect(fetched).toBeLessThan(most)
  })

  // As in a printed index: names that begin with the text, then names with a later word that does, sorted from that
  // word on, then the others.
  const found = `position(' ' || lower($2) in ' ' || p.name_sort)`
  const byRelevance = `
    case ${found} when 1 then 1 when 0 then 3 else 2 end, substring(p.name_sort from greatest(${found}, 1)) collate "C", p.id`
  const orders = {
    name: 'p.name_sort, p.id',
    sku: 'p.sku_sort',
    price: 'p.price_sort, p.id',
    created_at: 'p.created_at, p.id',
    on_hand: 't.on_hand, p.id',
    minimum: 't.minimum, p.name_sort, p.id',
    status: 'case when t.is_out then 0 when t.is_low then 1 else 2 end, p.name_sort, p.id',
    category:
      '(select c.name_sort from categories c where c.org_id = p.org_id and c.id = p.category_id), p.name_sort, p.id',
  }

  // Steel: 2,500, the last ones by name. Bolt: everywhere. The others: few, and combined with every filter.
  test.each<[Filters, string]>([
    [{ search: 'steel' }, `p.name like 'Steel%'`],
    [{ search: 'bolt' }, `p.name like '%bolt%'`],
    [
      { search: 'steel bolt 7' },
      `p.search_text like '%steel%' and p.search_text like '%bolt%' and p.search_text like '%7%'`,
    ],
    [{ search: 'steel', stock: 'low' }, `p.name like 'Steel%' and t.is_low`],
    [{ search: 'steel b', stock: 'low' }, `p.name like 'Steel%' and t.is_low and p.search_text like '%b%'`],
    [{ search: 'cable', stock: 'out' }, `p.name like '%cable%' and t.is_out`],
    [{ search: 'b', stock: 'low' }, `p.search_text like '%b%' and t.is_low`],
    [{ search: 's', category_id: 'none' }, 'false'],
    [{ search: 'sku-00199', category_id: 'none' }, 'false'],
    [{ search: 'steel', supplier_id: 'none' }, `p.name like 'Steel%'`],
    [{ search: 'sku-00199', supplier_id: '01a1ffa0-0000-7000-8000-000000000000' }, 'false'],
    // Every description says boxes, no name does.
    [{ search: 'boxes', search_in: 'name_and_sku' }, 'false'],
    [{ search: 'steel sku-00', search_in: 'name_and_sku' }, `p.name like 'Steel%'`],
    // Parts of a code, in no name: nothing is listed before them.
    [{ search: '-0012' }, `p.sku like 'SKU-0012%'`],
    [{ search: 'u-001234 b' }, `p.sku like 'SKU-001234%' and p.search_text like '%b%'`],
    [{ search: 'boxes', sku: 'sku-0012345' }, `p.sku = 'SKU-0012345'`],
    [{ sku: 'sku-0012345' }, `p.sku = 'SKU-0012345'`],
  ])('%j finds the same products by every order, up and down', async (filters, condition) => {
    for (const [name, columns] of Object.entries(orders)) {
      for (const [sort, direction] of [
        [name, ''],
        [`-${name}`, ' desc'],
      ] as const) {
        const { rows } = await app.admin.query<{ id: string }>(
          `select p.id from products p join product_totals t on t.org_id = p.org_id and t.product_id = p.id
           where p.org_id = $1 and ${condition} order by ${columns.replaceAll(',', `${direction},`)}${direction} limit 500`,
          [actor.org_id],
        )
        expect(await firstIds({ ...filters, sort: sort as 'name', limit: 200 }, 500)).toEqual(rows.map(({ id }) => id))
      }
    }
    const { rows } = await app.admin.query<{ id: string }>(
      `select p.id from products p join product_totals t on t.org_id = p.org_id and t.product_id = p.id
       where p.org_id = $1 and ${condition} order by ${byRelevance} limit 3000`,
      [actor.org_id, filters.search],
    )
    expect(await firstIds({ ...filters, limit: 170 }, 3_000)).toEqual(rows.map(({ id }) => id))
  })

  async function firstIds(filters: Filters, count: number): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await read({ ...filters, ...(cursor ? { cursor } : {}) })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor && ids.length < count)
    return ids.slice(0, count)
  }

  test('the first page counts exactly if it used an index, otherwise "at least"', async () => {
    const counts = await Promise.all(
      ['steel', 'bolt', 'no such thing'].map(async (search) => (await read({ search, sort: 'name' })).count),
    )
    expect(counts[0]).toEqual({ products: 2_500, is_exact: true })
    expect(counts[1]?.is_exact).toBe(false)
    expect(counts[1]?.products).toBeGreaterThan(50)
    expect(counts[2]).toEqual({ products: 0, is_exact: true })
  })
})

test('a sum with more digits than a number can hold is refused by name, never rounded', async () => {
  const me = await app.signUp()
  const much = { name: 'Gold', price: 99_999_999.99, stock_quantity: 99_999_999_999 }
  await me.call(createProduct, { ...much, sku: 'G-1' })
  expect(await me.refused(readProductSummary, {})).toMatchObject({
    status: 422,
    code: 'number_too_large',
    message: 'A figure is too large to show exactly (more than 15 digits). Check your prices and quantities.',
    details: { number: '9999999998900000000.01' },
  })
})
