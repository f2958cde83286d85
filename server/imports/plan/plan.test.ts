import { describe, expect, test } from 'vitest'
import { categoryPalette } from '../../../contract/categories.ts'
import { jsonSheets } from '../read/json-sheets.ts'
import type { Existing, ExistingLocation } from '../existing/existing-records.ts'
import type { ExistingProduct } from '../existing/existing-products.ts'
import { planImport, type Plan } from './plan.ts'
import { previewOf } from './preview.ts'
import { readRows } from '../read/read-rows.ts'

function location(more: Partial<ExistingLocation> & { id: string; name: string }): ExistingLocation {
  const blank = { description: null, address: null, contact_person: null, phone: null, email: null }
  return { ...blank, is_active: true, hidden: false, is_default: false, ...more }
}

const warehouse = location({ id: 'main', name: 'Main Warehouse', is_default: true })

function known(more: Partial<Existing> = {}): Existing {
  return {
    products: new Map(),
    owners: new Map(),
    categories: new Map(),
    suppliers: new Map(),
    locations: new Map([['main warehouse', warehouse]]),
    importedRows: new Map(),
    ...more,
  }
}

/** A bolt with 10 units in the warehouse. */
function existing(more: Partial<ExistingProduct> = {}): ExistingProduct {
  return {
    id: 'p1',
    archived: false,
    restorable: false,
    name: 'Bolt',
    sku: 'B-1',
    barcode: null,
    description: null,
    category_id: null,
    category_name: null,
    supplier_id: null,
    supplier_name: null,
    price: 0,
    cost_price: 0,
    min_stock_level: 0,
    image: null,
    location: null,
    quantity_decimals: 0,
    uses_more_decimals: false,
    on_hand: 10,
    home_location_id: 'main',
    holdings: [held({ on_hand: 10 })],
    ...more,
  }
}

function held(more: Partial<ExistingProduct['holdings'][number]>) {
  const there = {
    location_id: 'main',
    location: 'Main Warehouse',
    is_active: true,
    lot_id: 'p1',
    reserved: 0,
    is_expired: false,
  }
  return { ...there, on_hand: 0, ...more }
}

type Input = {
  products?: unknown
  categories?: unknown
  transactions?: unknown
  suppliers?: unknown
  locations?: unknown
}

async function plan(input: Input, there: Partial<Existing> = {}, set_stock = false): Promise<Plan> {
  const sheets = jsonSheets({ products: [], categories: [], transactions: [], ...input })
  return planImport(sheets, await readRows(sheets, 'USD'), known(there), { set_stock })
}

/** `Products 3 sku: the problem`, one line per problem. */
async function problems(input: Input, there: Partial<Existing> = {}, set_stock = false): Promise<string[]> {
  return (await plan(input, there, set_stock)).problems.map(
    ({ sheet, row, column, message }) => `${sheet} ${row ?? '-'} ${column ?? '-'}: ${message}`,
  )
}

const bolt = { name: 'Bolt', sku: 'B-1' }

describe('a row is refused with its cell and the reason', () => {
  const products: [string, unknown, string[]][] = [
    ['no name', { sku: 'B-1' }, ['name: Missing required fields in product at row 2']],
    ['no SKU', { name: 'Bolt', sku: null }, ['sku: Missing required fields in product at row 2']],
    ['blank SKU', { name: 'Bolt', sku: '   ' }, ['sku: Missing required fields in product at row 2']],
    ['no object', 'Bolt', ['name: Missing required fields in product at row 2']],
    ['no number', { ...bolt, price: 'cheap' }, ['price: Price must be a number']],
    ['a formula as text', { ...bolt, price: '=1+1' }, ['price: Price must be a number']],
    [
      'two readings of a price',
      { ...bolt, price: '1,230' },
      ['price: Price is ambiguous: it can mean 1230 or 1.23. Write 1230 or 1.23.'],
    ],
    ['another currency', { ...bolt, price: '€5.00' }, ['price: Price must be a number']],
    ['dollars for a quantity', { ...bolt, stock_quantity: '$5' }, ['stock_quantity: Stock quantity must be a number']],
    [
      'two readings',
      { ...bolt, stock_quantity: '1,000' },
      ['stock_quantity: Stock quantity is ambiguous: it can mean 1000 or 1. Write 1000 or 1.'],
    ],
    ['true', { ...bolt, price: true }, ['price: Price must be a number']],
    ['a list', { ...bolt, price: [1] }, ['price: Must be text or a number']],
    ['NaN as text', { ...bolt, price: 'NaN' }, ['price: Price must be a number']],
    ['1e309', { ...bolt, stock_quantity: '1e309' }, ['stock_quantity: Stock quantity is too large']],
    [
      'infinite',
      { ...bolt, stock_quantity: Number.POSITIVE_INFINITY },
      ['stock_quantity: Stock quantity is too large'],
    ],
    ['negative stock', { ...bolt, stock_quantity: -4 }, ['stock_quantity: Stock quantity cannot be negative']],
    ['negative price', { ...bolt, price: -0.01 }, ['price: Price cannot be negative']],
    ['negative cost', { ...bolt, cost_price: -1 }, ['cost_price: Cost price cannot be negative']],
    ['negative minimum', { ...bolt, min_stock_level: -1 }, ['min_stock_level: Minimum stock level cannot be negative']],
    ['three decimals of a cent', { ...bolt, price: 1.005 }, ['price: Price has more than 2 decimals']],
    [
      'half a unit',
      { ...bolt, stock_quantity: 0.5 },
      [
        'stock_quantity: Stock quantity must be a whole number. To allow decimals for a product, add a quantity_decimals column (1 to 4).',
      ],
    ],
    [
      'beyond its decimals',
      { ...bolt, stock_quantity: 0.25, quantity_decimals: 1 },
      ['stock_quantity: Stock quantity has more than 1 decimals'],
    ],
    ['a script for an image', { ...bolt, image: 'javascript:alert(1)' }, ['image: Please enter a valid URL']],
    ['NUL', { ...bolt, name: 'Bo\0lt' }, ['name: This text contains a NUL character, which can’t be stored']],
    [
      'half a character',
      { ...bolt, name: 'Bolt \ud800' },
      ['name: This text contains an incomplete character, which can’t be stored'],
    ],
    ['a long SKU', { ...bolt, sku: 'x'.repeat(201) }, ['sku: This text is longer than 200 characters']],
    [
      'several at once',
      { sku: 'B-1', name: 'Bolt', price: -1, stock_quantity: 'x' },
      ['price: Price cannot be negative', 'stock_quantity: Stock quantity must be a number'],
    ],
  ]
  test.each(products)('product: %s', async (_name, row, expected) => {
    expect(await problems({ products: [row] })).toEqual(expected.map((text) => `Products 2 ${text}`))
  })

  const transactions: [string, object, string[]][] = [
    ['no SKU', { type: 'in', quantity: 1 }, ['product_id: Missing required fields in transaction at row 2']],
    ['no quantity', { product_id: 'B-1', type: 'in' }, ['quantity: Missing required fields in transaction at row 2']],
    [
      'unknown type',
      { product_id: 'B-1', type: 'sideways', quantity: 1 },
      ['type: Type must be in, out or adjustment'],
    ],
    ['zero', { product_id: 'B-1', type: 'in', quantity: 0 }, ['quantity: Quantity must be greater than 0']],
    ['negative', { product_id: 'B-1', type: 'out', quantity: -1 }, ['quantity: Quantity must be greater than 0']],
    [
      'adjustment by zero',
      { product_id: 'B-1', type: 'adjustment', quantity: 0 },
      ['quantity: Adjustment quantity must not be 0'],
    ],
    [
      'status',
      { product_id: 'B-1', type: 'in', quantity: 1, status: 'failed' },
      ['status: Status must be completed, pending or empty'],
    ],
    ['currency', { product_id: 'B-1', type: 'in', quantity: 1, currency: 'EUR' }, ['currency: Currency must be USD']],
    [
      'half a unit',
      { product_id: 'B-1', type: 'in', quantity: 0.5 },
      ['quantity: Quantity must be a whole number for this product'],
    ],
    [
      'unknown SKU',
      { product_id: 'NW-099', type: 'in', quantity: 1 },
      ['product_id: Product not found. No sheet and no existing product has this SKU.'],
    ],
  ]
  test.each(transactions)('transaction: %s', async (_name, row, expected) => {
    expect(await problems({ products: [bolt], transactions: [row] })).toEqual(
      expected.map((text) => `Transactions 2 ${text}`),
    )
  })

  test('category: no name, no color', async () => {
    expect(await problems({ categories: [{ description: 'x' }, { name: 'Small', color: 'blue' }] })).toEqual([
      'Categories 2 name: Missing required fields in category at row 2',
      'Categories 3 color: Please enter a color like #3B82F6',
    ])
  })
})

test('a missing sheet has the words of the spec', async () => {
  expect(await problems({ products: undefined, categories: 'x', transactions: {} })).toEqual([
    'Products - -: Invalid products sheet format',
    'Categories - -: Invalid categories sheet format',
    'Transactions - -: Invalid transactions sheet format',
  ])
})

test('categories, suppliers and locations that only products name are counted besides the rows of their sheets', async () => {
  const { counts } = await plan({
    products: [
      { ...bolt, category_name: 'Bolts', supplier_name: 'Bolt & Co', location: 'Shelf' },
      { name: 'Nut', sku: 'N-1', price: 1, category_name: 'Nuts', supplier_name: 'Nut & Co', location: 'Shop' },
    ],
    categories: [{ name: 'Bolts' }, { name: 'Washers' }],
    suppliers: [{ name: 'Bolt & Co' }],
    locations: [{ name: 'Shop' }],
  })
  expect(counts.categories).toEqual({ rows: 2, created: 3, updated: 0, only_named: 1 })
  expect(counts.suppliers).toEqual({ rows: 1, created: 2, updated: 0, only_named: 1 })
  expect(counts.locations).toEqual({ rows: 1, created: 2, updated: 0, only_named: 1 })
})

test('products in rows with problems are in no figure and no list', async () => {
  const made = await plan({
    products: [
      { ...bolt, price: 2, stock_quantity: 10 },
      { name: 'Nut', sku: 'N-1', price: 'abc', stock_quantity: 10 },
      { sku: 'X-1', price: 5, stock_quantity: 1 },
      { name: 'Washer', sku: 'W-1', price: 3, stock_quantity: 'many' },
    ],
  })
  expect(made.problems).toHaveLength(3)
  expect(made.counts).toMatchObject({ products: { rows: 4, created: 1 }, value_at_price: 20 })
  expect(previewOf(made).products.map(({ sku }) => sku)).toEqual(['B-1'])
})

test('rows that repeat a category are listed', async () => {
  const named = async (...names: string[]) => (await plan({ categories: names.map((name) => ({ name })) })).notices
  expect(await named('Tea', 'tea')).toEqual([
    'Row 3 repeats a category already listed above in the Categories sheet. The first one is used.',
  ])
  expect(await named('Tea', 'tea', 'Rice', 'TEA')).toEqual([
    'Rows 3, 5 repeat categories already listed above in the Categories sheet. The first one is used.',
  ])
})

test('a SKU is unique in a file and in the database, ignoring case', async () => {
  const products = [bolt, { name: 'Other', sku: 'b-1' }, { name: 'Nut', sku: 'N-1' }, { name: 'Washer', sku: 'W-1' }]
  const there = new Map([
    ['n-1', existing({ name: 'Nut' })],
    ['w-1', existing({ archived: true })],
  ])
  expect(await problems({ products }, { products: there })).toEqual([
    'Products 3 sku: This SKU is already used in row 2. Please use a unique SKU.',
    'Products 5 sku: This SKU belongs to an archived product. Restore that product or use another SKU.',
  ])
})

test('a product that an undo archived is restored under its own id', async () => {
  const { products, counts } = await plan(
    { products: [bolt] },
    { products: new Map([['b-1', existing({ archived: true, restorable: true })]]) },
  )
  expect(products.added).toMatchObject([{ id: 'p1', restores: true }])
  expect(counts.products).toMatchObject({ rows: 1, created: 0, restored: 1, updated: 0, unchanged: 0 })
})

describe('an existing product is compared cell by cell', () => {
  const there = (more: Partial<ExistingProduct> = {}): Partial<Existing> => ({
    products: new Map([['b-1', existing(more)]]),
  })
  const fieldsOf = ({ changes }: Plan) =>
    changes.map(({ fields }) => fields.map(({ field, from, to }) => [field, from, to]))
  const tools = { id: 'c1', name: 'Tools', description: null, color: '#3B82F6' }

  test('equal and blank cells change nothing, whatever the case of names', async () => {
    const product = {
      ...existing(),
      description: 'M8',
      price: 2,
      category_id: 'c1',
      category_name: 'Tools',
      location: 'Shelf 1',
    }
    const row = {
      name: 'Bolt',
      sku: 'b-1',
      description: ' M8 ',
      price: '2.00',
      category_name: 'TOOLS',
      location: 'shelf 1',
      image: '',
    }
    const { changes, counts, locations, categories } = await plan({ products: [row] }, there(product))
    expect([changes, locations, categories]).toEqual([[], [], []])
    expect(counts.products).toEqual({ rows: 1, created: 0, restored: 0, updated: 0, stock_set: 0, unchanged: 1 })
  })

  test('a zero is a value, not a blank', async () => {
    expect(fieldsOf(await plan({ products: [{ ...bolt, price: 0 }] }, there({ price: 2 })))).toEqual([
      [['price', 2, 0]],
    ])
  })

  test('a category changes by its id, and is shown by name; a new one is created', async () => {
    const categories = new Map([['tools', tools]])
    const { changes } = await plan({ products: [{ ...bolt, category_name: 'tools' }] }, { ...there(), categories })
    expect(changes[0]?.fields).toEqual([
      {
        field: 'category_name',
        from: null,
        to: 'tools',
        location: null,
        column: { name: 'category_id', before: null, after: 'c1' },
      },
    ])
    expect((await plan({ products: [{ ...bolt, category_name: 'Parts' }] }, there())).categories).toMatchObject([
      { name: 'Parts' },
    ])
  })

  test('an inactive location is only a problem for stock that would go there', async () => {
    const attic = location({ id: 'l2', name: 'Attic', is_active: false })
    const locations = new Map([
      ['main warehouse', warehouse],
      ['attic', attic],
    ])
    const input = { products: [{ ...bolt, location: 'Attic' }] }
    expect(await problems(input, { ...there({ location: 'attic' }), locations })).toEqual([])
    expect(await problems(input, { ...there(), locations })).toEqual([
      'Products 2 location: “Attic” isn’t an active location',
    ])
  })

  test('a row with one problem is checked for others', async () => {
    const twice = [
      { ...bolt, price: -1 },
      { name: 'Nut', sku: 'b-1', image: 'x' },
    ]
    expect(await problems({ products: twice, transactions: [{ product_id: 'X', type: 'up', quantity: 1 }] })).toEqual([
      'Products 2 price: Price cannot be negative',
      'Products 3 image: Please enter a valid URL',
      'Products 3 sku: This SKU is already used in row 2. Please use a unique SKU.',
      'Transactions 2 type: Type must be in, out or adjustment',
      'Transactions 2 product_id: Product not found. No sheet and no existing product has this SKU.',
    ])
  })
})

describe('the stock of an existing product', () => {
  const set = async (row: object, more: Partial<ExistingProduct> = {}) =>
    await plan({ products: [{ ...bolt, ...row }] }, { products: new Map([['b-1', existing(more)]]) }, true)

  test("isn't changed unless it is to be set, and counts as different", async () => {
    const given = { products: [{ ...bolt, stock_quantity: 4 }] }
    const untouched = await plan(given, { products: new Map([['b-1', existing()]]) })
    expect([untouched.changes, untouched.stock.postings, untouched.products.stockDifferences]).toEqual([[], [], 1])
  })

  test('is set at its location, or else where the row or the product says', async () => {
    expect((await set({ stock_quantity: 4 })).stock.postings).toMatchObject([
      { counts: [{ location_id: 'main', lot_id: 'p1', from: 10, to: 4 }], entries: [] },
    ])
    const none = { on_hand: 0, holdings: [] }
    expect((await set({ stock_quantity: 4 }, none)).stock.postings).toMatchObject([
      { counts: [{ location_id: 'main', lot_id: null, from: 0, to: 4 }] },
    ])
    const made = await set({ stock_quantity: 4, location: 'Shelf 9' }, none)
    expect(made.stock.postings).toMatchObject([
      { counts: [{ location_id: made.locations[0]?.id, location: 'Shelf 9' }] },
    ])
  })

  test("isn't set when it is in several locations, at an inactive one, or finer than the product allows", async () => {
    const lots = [held({ on_hand: 4 }), held({ lot_id: 'lot', on_hand: 6 })]
    expect((await set({ stock_quantity: 4 }, { holdings: lots })).problems.map(({ message }) => message)).toEqual([
      'Stored in several locations or lots (Main Warehouse 10 in 2 lots). Set the stock of each one instead',
    ])
    const off = [held({ on_hand: 10, is_active: false })]
    expect((await set({ stock_quantity: 4 }, { holdings: off })).problems.map(({ message }) => message)).toEqual([
      '“Main Warehouse” isn’t an active location',
    ])
    expect((await set({ stock_quantity: 0.5 })).problems).toMatchObject([
      { message: expect.stringContaining('whole number') },
    ])
    expect((await set({ stock_quantity: 0.5 }, { quantity_decimals: 1 })).problems).toEqual([])
  })

  test('below what is reserved says so, and leaves nothing to take', async () => {
    const reserved = { holdings: [held({ on_hand: 10, reserved: 6 })] }
    expect((await set({ stock_quantity: 4 }, reserved)).notices).toEqual([
      '1 product will have less stock than is reserved for orders. The most recent reservations are released.',
    ])
    const sheets = {
      products: [{ ...bolt, stock_quantity: 7 }],
      transactions: [{ product_id: 'B-1', type: 'out', quantity: 2 }],
    }
    expect(await problems(sheets, { products: new Map([['b-1', existing(reserved)]]) }, true)).toEqual([
      'Transactions 2 quantity: Only 1 of 7 can be removed: 6 are reserved',
    ])
  })

  test('its transactions go where the file now says it belongs', async () => {
    const transactions = [
      { product_id: 'B-1', type: 'in', quantity: 2 },
      { product_id: 'B-1', type: 'out', quantity: 3 },
    ]
    const moved = { products: [{ ...bolt, location: 'Shelf 9' }], transactions }
    expect(await problems(moved, { products: new Map([['b-1', existing()]]) })).toEqual([
      'Transactions 3 quantity: Shelf 9: cannot remove more than current stock (2). Other stock: Main Warehouse 10',
    ])
  })
})

describe('a file with already imported transactions means its quantities plus those transactions', () => {
  const earlier = { import_id: 'i1', file_name: 'goods.xlsx', created_at: '2026-03-05T10:00:00.000000Z' }
  const rows = [
    { product_id: 'B-1', type: 'in', quantity: 5 },
    { product_id: 'b-1', type: 'out', quantity: 2 },
    { product_id: 'B-1', type: 'adjustment', quantity: -1, status: 'pending' },
  ]
  /** The file again with 10 in its Products sheet, when its first rows are imported and this much is on hand. */
  async function again(
    standing: number,
    on_hand: number,
    options: { set?: boolean; draft?: number; quantity?: number } = {},
  ) {
    const read = await readRows(
      jsonSheets({ products: [], categories: [], transactions: rows.slice(0, standing) }),
      'USD',
    )
    const importedRows: Existing['importedRows'] = new Map(
      read.transactions.map((row) => [
        row.fingerprint?.toString('hex') ?? '',
        { earlier, draft_change: row.pending ? (options.draft ?? 0) : null },
      ]),
    )
    const products = new Map([['b-1', existing({ on_hand, holdings: [held({ on_hand })] })]])
    const given = { products: [{ ...bolt, stock_quantity: options.quantity ?? 10 }], transactions: rows }
    return plan(given, { products, importedRows }, options.set ?? false)
  }
  const posted = ({ stock }: Plan) =>
    stock.postings.map(({ counts, entries }) => [counts.map(({ from, to }) => [from, to])[0], entries.length])

  test('none, some, all of them; a draft as far as it was completed', async () => {
    expect(
      [await again(0, 10), await again(1, 15), await again(2, 13), await again(3, 13)].map(
        (made) => made.products.stockDifferences,
      ),
    ).toEqual([0, 0, 0, 0])
    expect(
      [await again(0, 13), await again(1, 10), await again(2, 10)].map((made) => made.products.stockDifferences),
    ).toEqual([1, 1, 1])
    expect((await again(3, 12, { draft: -1 })).products.stockDifferences).toBe(0)
  })

  test('once set, the remaining rows are added; without a difference nothing is set', async () => {
    expect(posted(await again(1, 11, { set: true }))).toEqual([[[11, 15], 1]])
    expect(posted(await again(2, 11, { set: true }))).toEqual([[[11, 13], 0]])
    expect(posted(await again(2, 13, { set: true }))).toEqual([])
    expect((await again(2, 13, { set: true })).notices).toEqual([])
    expect((await again(2, 11, { set: true })).notices).toEqual([
      'For 1 product, stock is set to the quantity in the Products sheet plus the previously imported transactions from this file.',
    ])
  })

  test('never below zero', async () => {
    const standing = (
      await readRows(
        jsonSheets({ products: [], categories: [], transactions: [{ product_id: 'B-1', type: 'out', quantity: 5 }] }),
        'USD',
      )
    ).transactions
    const importedRows: Existing['importedRows'] = new Map(
      standing.map((row) => [row.fingerprint?.toString('hex') ?? '', { earlier, draft_change: null }]),
    )
    const given = {
      products: [{ ...bolt, stock_quantity: 2 }],
      transactions: [{ product_id: 'B-1', type: 'out', quantity: 5 }],
    }
    const there = { products: new Map([['b-1', existing()]]), importedRows }
    expect(await problems(given, there)).toEqual([])
    expect(await problems(given, there, true)).toEqual([
      'Products 2 stock_quantity: With the previously imported transactions from this file, the stock would be −3. Correct the quantity',
    ])
  })
})

describe('suppliers and locations', () => {
  test('are optional sheets; email and status are checked', async () => {
    expect(await problems({})).toEqual([])
    const suppliers = [{ name: 'Tokyo Traders', email: 'yoshi', status: 'closed' }, { email: 'a@b.c' }]
    expect(await problems({ suppliers, locations: [{ name: 'Attic', email: 'x' }, { name: 'attic' }] })).toEqual([
      'Suppliers 2 email: Please enter a valid email address',
      'Suppliers 2 status: Status must be active, inactive or empty',
      'Suppliers 3 name: Missing required fields in supplier at row 3',
      'Locations 2 email: Please enter a valid email address',
      'Locations 3 name: This location is already in row 2.',
    ])
  })

  test('a location of the sheet is created once, also if products name it', async () => {
    const made = await plan({ products: [{ ...bolt, location: 'ATTIC' }], locations: [{ name: 'Attic', phone: '5' }] })
    expect(made.locations).toMatchObject([{ name: 'Attic', phone: '5', hidden: false }])
    expect(made.products.added[0]?.home.name).toBe('Attic')
  })
})

describe('stock is checked in sheet order', () => {
  test('a row that goes below zero is found, and later rows continue from the last valid balance', async () => {
    const transactions = [
      { product_id: 'b-1', type: 'out', quantity: 4 },
      { product_id: 'B-1', type: 'out', quantity: 7 },
      { product_id: 'B-1', type: 'in', quantity: 2 },
      { product_id: 'B-1', type: 'adjustment', quantity: -9 },
      { product_id: 'B-1', type: 'out', quantity: 8 },
    ]
    expect(await problems({ products: [{ ...bolt, stock_quantity: 10 }], transactions })).toEqual([
      'Transactions 3 quantity: Cannot remove more than current stock (6)',
      'Transactions 5 quantity: Cannot remove more than current stock (8)',
    ])
  })

  test('an existing product starts with what is available at its location', async () => {
    const transactions = [{ product_id: 'B-1', type: 'out', quantity: 11 }]
    expect(await problems({ transactions }, { products: new Map([['b-1', existing()]]) })).toEqual([
      'Transactions 2 quantity: Cannot remove more than current stock (10)',
    ])
    expect(await problems({ transactions }, { products: new Map([['b-1', existing({ archived: true })]]) })).toEqual([
      'Transactions 2 product_id: This product is archived. Restore it first.',
    ])
  })

  describe('removing more than possible names', () => {
    const of = async (holdings: ExistingProduct['holdings'], rows: object[], more: Partial<ExistingProduct> = {}) => {
      const transactions = rows.map((row) => ({ product_id: 'B-1', ...row }))
      return await problems({ transactions }, { products: new Map([['b-1', existing({ holdings, ...more })]]) })
    }
    const out = (quantity: number) => ({ type: 'out', quantity })
    const adjust = (quantity: number) => ({ type: 'adjustment', quantity })
    const expired = held({ lot_id: 'old', on_hand: 4, is_expired: true })

    test('what is reserved, and the whole stock', async () => {
      const reserved = [held({ on_hand: 10, reserved: 6 })]
      expect(await of(reserved, [out(5), adjust(-5), out(11)])).toEqual([
        'Transactions 2 quantity: Only 4 of 10 can be removed: 6 are reserved',
        'Transactions 3 quantity: Only 4 of 10 can be removed: 6 are reserved',
        'Transactions 4 quantity: Cannot remove more than current stock (10), of which 6 are reserved',
      ])
    })

    test('what has expired, which only adjustments take, after the rest', async () => {
      expect(await of([held({ on_hand: 6 }), expired], [out(7), adjust(-7), out(1), adjust(-4)])).toEqual([
        'Transactions 2 quantity: Only 6 of 10 can be removed: 4 have expired',
        'Transactions 4 quantity: Only 0 of 3 can be removed: 3 have expired',
        'Transactions 5 quantity: Cannot remove more than current stock (3)',
      ])
      expect(await of([expired], [{ type: 'in', quantity: 2 }, out(3)])).toEqual([
        'Transactions 3 quantity: Only 2 of 6 can be removed: 4 have expired',
      ])
    })

    test('the location, if there is stock at others', async () => {
      const shop = { location_id: 'shop', location: 'Shop' }
      const elsewhere = [held({ ...shop, on_hand: 5 }), held({ ...shop, lot_id: 'new', on_hand: 2 })]
      expect(await of([...elsewhere, expired], [out(1)])).toEqual([
        'Transactions 2 quantity: Main Warehouse: only 0 of 4 can be removed, 4 have expired. Other stock: Shop 7',
      ])
    })

    test('what a count leaves', async () => {
      const sheets = {
        products: [{ ...bolt, stock_quantity: 3 }],
        transactions: [{ product_id: 'B-1', type: 'out', quantity: 1 }],
      }
      const set = (holding: Partial<typeof expired>) =>
        problems(
          sheets,
          { products: new Map([['b-1', existing({ holdings: [held({ on_hand: 9, ...holding })] })]]) },
          true,
        )
      expect(await set({})).toEqual([])
      expect(await set({ is_expired: true })).toEqual([
        'Transactions 2 quantity: Only 0 of 3 can be removed: 3 have expired',
      ])
      expect(await set({ reserved: 8 })).toEqual([
        'Transactions 2 quantity: Only 0 of 3 can be removed: 3 are reserved',
      ])
      expect(await set({ location_id: 'shop', location: 'Shop' })).toEqual([
        'Transactions 2 quantity: Main Warehouse: cannot remove more than current stock (0). Other stock: Shop 3',
      ])
    })
  })

  test('quantities over the limit are found', async () => {
    const transactions = [{ product_id: 'B-1', type: 'in', quantity: 1 }]
    expect(await problems({ products: [{ ...bolt, stock_quantity: 99_999_999_999 }], transactions })).toEqual([
      'Transactions 2 quantity: The stock of this product would be too large',
    ])
  })

  describe('a product with a problem', () => {
    const transactions = [{ product_id: 'B-1', type: 'out', quantity: 50 }]
    const tooMuch = 'Transactions 2 quantity: Cannot remove more than current stock (10)'
    const here = { products: new Map([['b-1', existing()]]) }
    const of = async (row: object, there: Partial<Existing> = {}, setStock = false) =>
      await problems({ products: [{ ...bolt, stock_quantity: 10, ...row }], transactions }, there, setStock)

    test('has its transactions checked as long as its stock can be read', async () => {
      expect(await of({ price: 'abc' })).toEqual(['Products 2 price: Price must be a number', tooMuch])
      expect(await of({ min_stock_level: -1 })).toEqual([
        'Products 2 min_stock_level: Minimum stock level cannot be negative',
        tooMuch,
      ])
      expect(await of({ name: null })).toEqual([
        'Products 2 name: Missing required fields in product at row 2',
        tooMuch,
      ])
      expect(await of({ price: 'abc' }, here)).toEqual(['Products 2 price: Price must be a number', tooMuch])
      expect(await of({ stock_quantity: 'many' }, here)).toHaveLength(2)
    })

    test("gets no further message about its transactions when its stock can't be read", async () => {
      expect(await of({ stock_quantity: 'many' })).toEqual([
        'Products 2 stock_quantity: Stock quantity must be a number',
      ])
      expect(await of({ stock_quantity: 'many' }, here, true)).toHaveLength(1)
      expect(await of({ location: [1] }, here)).toHaveLength(1)
      const lots = [held({ on_hand: 4 }), held({ lot_id: 'lot', on_hand: 8 })]
      const scattered = { products: new Map([['b-1', existing({ on_hand: 12, holdings: lots })]]) }
      expect(await of({}, scattered, true)).toEqual([
        'Products 2 stock_quantity: Stored in several locations or lots (Main Warehouse 12 in 2 lots). Set the stock of each one instead',
      ])
    })

    test("isn't checked for decimals when its decimals can't be read", async () => {
      expect(
        await problems({
          products: [{ ...bolt, stock_quantity: 1, quantity_decimals: 'two' }],
          transactions: [
            { product_id: 'B-1', type: 'out', quantity: 0.5 },
            { product_id: 'B-1', type: 'out', quantity: 0.75 },
          ],
        }),
      ).toEqual([
        'Products 2 quantity_decimals: Quantity decimals must be a number',
        'Transactions 3 quantity: Cannot remove more than current stock (0.5)',
      ])
    })
  })

  test('is not reported further after an unreadable row, but is after a readable one', async () => {
    const rows = async (first: object) =>
      await problems({
        products: [{ ...bolt, stock_quantity: 10 }],
        transactions: [
          { product_id: 'B-1', type: 'in', quantity: 40, ...first },
          { product_id: 'B-1', type: 'out', quantity: 60 },
        ],
      })
    const tooMuch = (stock: number) => `Transactions 3 quantity: Cannot remove more than current stock (${stock})`
    expect(await rows({ quantity: 'many' })).toEqual(['Transactions 2 quantity: Quantity must be a number'])
    expect(await rows({ type: 'inn' })).toEqual(['Transactions 2 type: Type must be in, out or adjustment'])
    expect(await rows({ status: 'done' })).toHaveLength(1)
    expect(await rows({ quantity: 'many', status: 'pending' })).toEqual([
      'Transactions 2 quantity: Quantity must be a number',
      tooMuch(10),
    ])
    expect(await rows({ currency: 'EUR' })).toEqual(['Transactions 2 currency: Currency must be USD', tooMuch(50)])
  })

  test('decimals are counted exactly', async () => {
    const transactions = Array.from({ length: 10 }, () => ({ product_id: 'B-1', type: 'out', quantity: 0.1 }))
    const { counts, products } = await plan({
      products: [{ ...bolt, price: 0.07, stock_quantity: 100.1, quantity_decimals: 1 }],
      transactions,
    })
    expect(products.added[0]?.onHand).toBe(991_000n)
    expect(counts.units).toEqual({ opening: 100.1, in: 0, out: 1, adjusted: 0, counted: 0, change: 99.1 })
    expect(counts.value_at_price).toBe(6.94)
  })

  test('pending rows become drafts and move nothing', async () => {
    const transactions = [{ product_id: 'B-1', type: 'out', quantity: 99, status: 'Pending' }]
    const { stock, counts, problems: found } = await plan({ products: [bolt], transactions })
    expect(found).toEqual([])
    expect(stock.postings).toEqual([])
    expect(stock.drafts).toHaveLength(1)
    expect(counts.transactions).toEqual({ rows: 1, posted: 0, drafts: 1, already_imported: 0 })
  })

  test('an imported row is skipped, by sheet, row and values', async () => {
    const transactions = [
      { product_id: 'B-1', type: 'in', quantity: 5 },
      { product_id: 'B-1', type: 'in', quantity: 5 },
    ]
    const there = new Map([['b-1', existing()]])
    const first = await plan({ transactions: transactions.slice(0, 1) }, { products: there })
    const earlier = { import_id: 'i1', file_name: 'goods.xlsx', created_at: '2026-03-05T10:00:00.000000Z' }
    const importedRows = new Map(
      first.stock.imported.map((row) => [row.fingerprint.toString('hex'), { earlier, draft_change: null }]),
    )
    const second = await plan({ transactions }, { products: there, importedRows })
    expect(second.counts.transactions).toMatchObject({ rows: 2, posted: 1, already_imported: 1 })
    expect(second.stock.importedBefore).toEqual([{ ...earlier, rows: 1 }])
    const fixed = await readRows(
      jsonSheets({ products: [], categories: [], transactions: [{ product_id: 'B-1', type: 'in', quantity: 6 }] }),
      'USD',
    )
    expect(fixed.transactions.map((row) => importedRows.has(row.fingerprint?.toString('hex') ?? ''))).toEqual([false])
  })
})

describe('missing categories and locations are created', () => {
  test('once per name, ignoring case; colors come from the palette', async () => {
    const products = [
      { name: 'A', sku: 'A', category_name: 'Tools', location: 'Shelf 1' },
      { name: 'B', sku: 'B', category_name: 'tools', location: 'SHELF 1' },
      { name: 'C', sku: 'C', category_name: 'Parts', location: 'main warehouse' },
      { name: 'D', sku: 'D' },
    ]
    const categories = [{ name: 'Paint', color: 'f00' }, { name: 'PARTS' }]
    const made = await plan(
      { products, categories },
      { categories: new Map([['parts', { id: 'c1', name: 'Parts', description: null, color: categoryPalette[0] }]]) },
    )
    expect(made.problems).toEqual([])
    expect(made.categories.map(({ name, color }) => [name, color])).toEqual([
      ['Paint', '#FF0000'],
      ['Tools', categoryPalette[1]],
    ])
    expect(made.locations.map(({ name }) => name)).toEqual(['Shelf 1'])
    expect(made.products.added.map((product) => [product.category_id, product.home.name])).toEqual([
      [made.categories[1]?.id, 'Shelf 1'],
      [made.categories[1]?.id, 'Shelf 1'],
      ['c1', 'Main Warehouse'],
      [null, 'Main Warehouse'],
    ])
  })

  test('an inactive location is reported; one hidden by an undo is shown again', async () => {
    const locations = new Map([
      ['main warehouse', warehouse],
      ['attic', location({ id: 'l2', name: 'Attic', is_active: false })],
      ['cellar', location({ id: 'l3', name: 'Cellar', hidden: true })],
    ])
    expect(await problems({ products: [{ ...bolt, location: 'attic' }] }, { locations })).toEqual([
      'Products 2 location: “Attic” isn’t an active location',
    ])
    expect((await plan({ products: [{ ...bolt, location: 'cellar' }] }, { locations })).locations).toMatchObject([
      { id: 'l3', name: 'Cellar', hidden: true },
    ])
  })
})

test("texts keep their meaning: numbers as SKUs, an export's apostrophe removed, spaces trimmed", async () => {
  const { products } = await plan({ products: [{ name: " '=SUM(A1) ", sku: 4711, description: "'tis a bolt" }] })
  expect(products.added[0]?.fields).toMatchObject({ name: '=SUM(A1)', sku: '4711', description: "'tis a bolt" })
})

test('unknown columns are ignored and listed, including __proto__', async () => {
  const { notices, problems: found } = await plan({
    products: [JSON.parse('{"name":"Bolt","sku":"B-1","shelf":1,"__proto__":{"price":5}}')],
  })
  expect(found).toEqual([])
  expect(notices).toEqual([
    'These columns in the Products sheet aren’t recognized, so they aren’t imported: “shelf”, “__proto__”. To import one, rename it as in the template.',
  ])
})

test('problems are in file order', async () => {
  const input = {
    products: [{ ...bolt, location: 'Attic' }, { sku: 'x' }, bolt],
    categories: [{}],
    transactions: [{ product_id: 'x', type: 'in', quantity: 0 }],
  }
  expect((await plan(input)).problems.map(({ sheet, row }) => `${sheet} ${row}`)).toEqual([
    'Products 3',
    'Products 4',
    'Categories 2',
    'Transactions 2',
  ])
})

test('planning thousands of rows lets other work run', async () => {
  const skus = Array.from({ length: 5_000 }, (_, n) => `B-${n}`)
  const products = skus.map((sku) => ({ ...bolt, sku, price: '19.99', stock_quantity: 5, category_name: 'Tools' }))
  const transactions = skus.map((sku) => ({ product_id: sku, type: 'in', quantity: 2, notes: 'delivery' }))
  let others = 0
  const other = () => {
    others += 1
    waiting = setImmediate(other)
  }
  let waiting = setImmediate(other)
  const { counts } = await plan({ products, transactions })
  clearImmediate(waiting)
  expect(counts.units.change).toBe(35_000)
  expect(others).toBeGreaterThan(5)
})
