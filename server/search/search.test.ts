import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { createCategory, deleteCategory, updateCategory } from '../../contract/categories.ts'
import { createLocation, updateLocation } from '../../contract/locations.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createPurchaseOrder, listPurchaseOrders, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { limits } from '../../contract/limits.ts'
import { keepSearchChoice, listSearchChoices, search, type SearchKind } from '../../contract/search.ts'
import { changeShipmentStatus, createShipment, listShipments } from '../../contract/shipments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { program, testApp, type Client } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { readInvariants } from '../../ledger/invariants.ts'
import { receiptInput } from '../testing/ordering.ts'
import { selling, shipmentInput, type Selling } from '../testing/selling.ts'

const app = await testApp()

/** What a text finds, as "kind: label". */
async function found(client: Client, text: string): Promise<string[]> {
  const { items } = await client.call(search, { text })
  return items.map(({ kind, label }) => `${kind}: ${label}`)
}

/** The labels of one kind that a text finds, each with how it fits. */
async function fits(client: Client, text: string, kind: SearchKind): Promise<[string, string][]> {
  const { items } = await client.call(search, { text })
  return items.filter((item) => item.kind === kind).map(({ label, fit }) => [label, fit])
}

describe('names', () => {
  let me: Client

  beforeAll(async () => {
    me = await app.signUp()
    for (const [name, sku] of [
      ['Chang', 'NW-002'],
      ['Chai', 'NW-001'],
      ['Crème brûlée torch', 'CB-1'],
      ['Creme rinse', 'CR-1'],
      ['Smørrebrød board', 'SB-1'],
      ['Steel lamp 4711', 'L-4711'],
      ['Oak table', 'CHANG'],
    ] as const) {
      await me.call(createProduct, { name, sku, price: 1 })
    }
    await me.call(createCategory, { name: 'Beverages', color: '#10B981' })
    await me.call(createSupplier, {
      name: 'Tokyo Traders',
      contact_person: 'Yoshi Nagase',
      email: 'yoshi@tokyo.example',
    })
    await me.call(createLocation, { name: 'Cold store' })
  })

  test.each<[string, string[]]>([
    ['chang', ['product: Oak table', 'product: Chang']],
    ['CHAI', ['product: Chai']],
    ['creme brulee', ['product: Crème brûlée torch']],
    ['CRÈME', ['product: Creme rinse', 'product: Crème brûlée torch']],
    ['brulee torch creme', ['product: Crème brûlée torch']],
    ['smorrebrod', ['product: Smørrebrød board']],
    ['4711 lamp', ['product: Steel lamp 4711']],
    ['nw-00', ['product: Chai', 'product: Chang']],
    ['xyz', []],
    ['everag', ['category: Beverages']],
    ['okyo rader', ['supplier: Tokyo Traders']],
    ['b-', ['product: Crème brûlée torch', 'product: Smørrebrød board']],
    ['bever', ['category: Beverages']],
    ['traders tokyo', ['supplier: Tokyo Traders']],
    ['nagase', ['supplier: Tokyo Traders']],
    // Words of different fields of one record, and of one field in another order.
    ['nagase traders', ['supplier: Tokyo Traders']],
    ['nagase yoshi', ['supplier: Tokyo Traders']],
    ['okyo nagase', []],
    ['tokyo.exam', ['supplier: Tokyo Traders']],
    ['cold', ['location: Cold store']],
    ['%', []],
    ['_', []],
    ['nothing like it', []],
  ])('%j finds %j', async (text, expected) => {
    expect((await found(me, text)).toSorted()).toEqual(expected.toSorted())
  })

  test('a complete SKU comes before a complete name, and both before beginnings', async () => {
    expect(await fits(me, 'chang', 'product')).toEqual([
      ['Oak table', 'whole'],
      ['Chang', 'whole'],
    ])
    expect(await fits(me, 'cha', 'product')).toEqual([
      ['Chai', 'beginning'],
      ['Chang', 'beginning'],
      ['Oak table', 'beginning'],
    ])
  })

  test.each<[string, string]>([
    ['chng', 'product: Chang'],
    ['cahng', 'product: Chang'],
    ['chsng', 'product: Chang'],
    ['changg', 'product: Chang'],
    ['brulle torch', 'product: Crème brûlée torch'],
    ['tokio tradres', 'supplier: Tokyo Traders'],
    ['bevreages', 'category: Beverages'],
    ['stele lamp 4711', 'product: Steel lamp 4711'],
    ['4711 lapm', 'product: Steel lamp 4711'],
  ])('one slip in a word is forgiven: %j finds %j', async (text, expected) => {
    const { items } = await me.call(search, { text })
    expect(items.map(({ kind, label, fit }) => [`${kind}: ${label}`, fit])).toContainEqual([expected, 'similar'])
  })

  test('exact spellings come before similar ones, which say by which text they were found', async () => {
    const { items } = await me.call(search, { text: 'chai' })
    expect(items.map(({ label, fit, found_by }) => [label, fit, found_by])).toEqual([['Chai', 'whole', null]])
    await me.call(createProduct, { name: 'Chair', sku: 'SEAT', price: 1 })
    await me.call(createProduct, { name: 'Chaise', sku: 'SEAT-2', price: 1 })
    const wider = (await me.call(search, { text: 'chais' })).items.map(({ label, fit, found_by }) => [
      label,
      fit,
      found_by,
    ])
    expect(wider).toEqual([
      ['Chaise', 'beginning', null],
      ['Chair', 'similar', 'chair'],
    ])
  })

  test('five products and three of every other kind', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await me.call(createProduct, { name: `Zebra ${n}`, sku: `Z-${n}`, price: 1 })
      await me.call(createCategory, { name: `Zebras ${n}`, color: '#10B981' })
    }
    const names = await found(me, 'zebra')
    expect(names.filter((name) => name.startsWith('product'))).toHaveLength(5)
    expect(names.filter((name) => name.startsWith('category'))).toHaveLength(3)
  })

  test('a renamed record is found by its new name only, and a deleted one not at all', async () => {
    const tea = await me.call(createCategory, { name: 'Äpfel', color: '#10B981' })
    expect(await found(me, 'apfel')).toEqual(['category: Äpfel'])
    await me.call(updateCategory, { id: tea.id, version: tea.version, name: 'Birnen', color: tea.color })
    expect(await found(me, 'apfel')).toEqual([])
    expect(await found(me, 'birnen')).toEqual(['category: Birnen'])
    await me.call(deleteCategory, { id: tea.id })
    expect(await found(me, 'birnen')).toEqual([])

    const product = await me.call(createProduct, { name: 'Épée', sku: 'SW-1', price: 1 })
    expect(await found(me, 'epee')).toEqual(['product: Épée'])
    const { id, version, sku, price } = product
    await me.call(updateProduct, { id, version, sku, price, name: 'Epic sword' })
    expect(await found(me, 'epee')).toEqual([])
    expect(await found(me, 'epic')).toEqual(['product: Epic sword'])
    await me.call(deleteProduct, { id })
    expect(await found(me, 'epic')).toEqual([])
  })

  test('the words of every organization match the names of its records, also after changes', async () => {
    const { rows } = await app.admin.query(await invariant('63-search-words-are-the-names'))
    expect(rows).toEqual([])
    const { rowCount } = await app.admin.query(`delete from search_words where kind = 'supplier' and rank = 0`)
    expect(rowCount).toBeGreaterThan(0)
    expect((await app.admin.query(await invariant('63-search-words-are-the-names'))).rowCount).toBe(rowCount)
  })
})

async function invariant(name: string): Promise<string> {
  const one = (await readInvariants()).find((each) => each.name === name)
  if (!one) throw new Error(`there is no invariant ${name}`)
  return one.text
}

/** A company with one record of every kind, and a second location that only concerns some. */
async function company() {
  const s = await selling(app)
  const { id: product_id } = await s.product(50)
  const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const sale = await s.order([[product_id, 3]], {
    customer_name: 'Ana Trujillo',
    customer_email: 'ana@shop.example',
    location_id: s.main,
  })
  const plan = await s.me.call(createShipment, { ...shipmentInput(sale, [2]), tracking_number: '1Z-TRACK-88' })
  await s.me.call(changeShipmentStatus, { shipment_id: plan.id, status: 'in_transit' })
  const draft = await s.me.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    lines: [{ product_id, quantity: 5, unit_price: 2, location_id: s.main }],
  })
  const purchase = await s.me.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  await s.me.call(createReceipt, receiptInput(purchase, s.main, [{ quantity: 2, lot_number: 'LOT-2026-777' }]))
  await s.me.call(createTransaction, {
    product_id,
    type: 'in',
    quantity: 1,
    reason_code: 'other',
    notes: 'Forklift accident near gate',
    location_id: s.main,
  })
  return { s, product_id, sale, purchase, supplier }
}

/** Members and customers have no location. */
const isKept = (name: string) => !/^(member|customer):/.test(name)

describe('documents', () => {
  let c: Awaited<ReturnType<typeof company>>
  let s: Selling

  beforeAll(async () => {
    c = await company()
    s = c.s
  })

  test('an order is found by its number, its last digits or any part of it, with the records that belong to it', async () => {
    const { order_number } = c.sale
    for (const text of [
      order_number,
      order_number.toLowerCase(),
      order_number.slice(-7),
      order_number.slice(-3),
      order_number.slice(5, 9),
    ]) {
      expect(await found(s.me, text), text).toEqual(
        expect.arrayContaining([`sales_order: ${order_number}`, `shipment: Shipment 1 of ${order_number}`]),
      )
    }
    expect((await fits(s.me, order_number, 'sales_order'))[0]).toEqual([order_number, 'whole'])
    expect((await fits(s.me, order_number.slice(-7), 'sales_order'))[0]).toEqual([order_number, 'beginning'])
    expect(await found(s.me, c.purchase.order_number)).toEqual(
      expect.arrayContaining([
        `purchase_order: ${c.purchase.order_number}`,
        `receipt: Receipt 1 of ${c.purchase.order_number}`,
      ]),
    )
  })

  test('a number is found without its dashes or prefix, with other signs, whole or in part', async () => {
    const check = async (number: string, kind: 'sales_order' | 'purchase_order', belongs: string) => {
      const [prefix = '', head = '', tail = ''] = number.split('-')
      for (const [text, fit] of [
        [`${prefix}${head}${tail}`, 'whole'],
        [`${prefix.toLowerCase()}${head}-${tail}`, 'whole'],
        [`${prefix} ${head} ${tail}`, 'whole'],
        [`#${prefix}–${head}/${tail}`, 'whole'],
        [`${head}${tail}`, 'beginning'],
        [`${head} ${tail}`, 'beginning'],
        [`${prefix}${head}`, 'beginning'],
        [`${prefix}${head}${tail.slice(0, 1)}`, 'beginning'],
        [`${head.slice(2)}${tail}`, 'beginning'],
        [`${head.slice(5)}${tail}`, 'beginning'],
        [`${head}${tail.slice(0, 2)}`, 'inside'],
      ]) {
        expect(await fits(s.me, text ?? '', kind), text).toContainEqual([number, fit])
        expect(await found(s.me, text ?? ''), text).toContain(belongs)
      }
    }
    const [sale, purchase] = [c.sale.order_number, c.purchase.order_number]
    await check(sale, 'sales_order', `shipment: Shipment 1 of ${sale}`)
    await check(purchase, 'purchase_order', `receipt: Receipt 1 of ${purchase}`)
    // Postings keep their order's number.
    expect(await found(s.me, purchase.replaceAll('-', ''))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^transaction: /)]),
    )
  })

  test('a receipt or shipment is found by its own number, as screens and emails show it', async () => {
    const [sale, purchase] = [c.sale.order_number, c.purchase.order_number]
    for (const text of [
      `Receipt 1 of ${purchase}`,
      `${purchase}, receipt 1`,
      `receipt 1 of ${purchase.replaceAll('-', '')}`,
    ])
      expect(await fits(s.me, text, 'receipt'), text).toEqual([[`Receipt 1 of ${purchase}`, 'whole']])
    for (const text of [`Shipment 1 of ${sale}`, `${sale}, shipment 1`])
      expect(await fits(s.me, text, 'shipment'), text).toEqual([[`Shipment 1 of ${sale}`, 'whole']])
    for (const text of [`Receipt 2 of ${purchase}`, `Shipment 2 of ${sale}`, `Receipt 1 of ${sale}`])
      expect(
        (await found(s.me, text)).filter((name) => /^(receipt|shipment)/.test(name)),
        text,
      ).toEqual([])
  })

  test('lists also find a number without its dashes', async () => {
    const plain = (number: string) => number.replaceAll('-', '')
    const { items: sales } = await s.me.call(listSalesOrders, { search: plain(c.sale.order_number) })
    const { items: shipments } = await s.me.call(listShipments, { search: plain(c.sale.order_number) })
    const { items: purchases } = await s.me.call(listPurchaseOrders, { search: plain(c.purchase.order_number) })
    const { items: postings } = await s.me.call(listTransactions, { search: plain(c.purchase.order_number) })
    const { items: trail } = await s.me.call(listAuditTrail, { search: plain(c.sale.order_number) })
    expect(sales.map(({ order_number }) => order_number)).toEqual([c.sale.order_number])
    expect(purchases.map(({ order_number }) => order_number)).toEqual([c.purchase.order_number])
    for (const items of [shipments, postings, trail]) expect(items.length).toBeGreaterThan(0)
  })

  test('orders are found by their customer or supplier, next to the customer and the supplier', async () => {
    expect(await found(s.me, 'trujillo')).toEqual(['sales_order: ' + c.sale.order_number, 'customer: Ana Trujillo'])
    expect(await found(s.me, 'ana@shop')).toEqual(['sales_order: ' + c.sale.order_number, 'customer: Ana Trujillo'])
    expect(await found(s.me, 'exotic')).toEqual([
      'purchase_order: ' + c.purchase.order_number,
      'supplier: Exotic Liquids',
    ])
  })

  test('lots by either end of their number, shipments by tracking number, transactions by their note, members by name and email', async () => {
    expect(await found(s.me, 'lot-20')).toEqual(['lot: LOT-2026-777'])
    expect(await found(s.me, '777')).toContain('lot: LOT-2026-777')
    expect(await found(s.me, '1z-track')).toEqual([`shipment: Shipment 1 of ${c.sale.order_number}`])
    expect(await found(s.me, 'forklift')).toEqual(['transaction: Forklift accident near gate'])
    expect(await found(s.me, s.me.email)).toEqual([expect.stringMatching(/^member: /)])
    const { items } = await s.me.call(search, { text: 'LOT-2026-777' })
    expect(items).toMatchObject([{ kind: 'lot', belongs_to: c.product_id, fit: 'whole' }])
  })

  test('a limited member finds nothing of other locations, and everything of theirs', async () => {
    const texts = [
      c.sale.order_number,
      c.purchase.order_number,
      '777',
      '1z-track',
      'forklift',
      'main',
      'shop',
      'mian',
      'shpo',
    ]
    const elsewhere = await limitedMember(app, s.me, [s.shop])
    const here = await limitedMember(app, s.me, [s.main])
    const seen = async (client: Client) =>
      [...new Set((await Promise.all(texts.map((text) => found(client, text)))).flat())].toSorted()
    expect((await seen(elsewhere)).filter(isKept)).toEqual(['location: Shop floor'])
    expect((await seen(here)).filter(isKept)).toEqual(
      (await seen(s.me)).filter((name) => isKept(name) && name !== 'location: Shop floor'),
    )
  })

  test('another organization finds none of it', async () => {
    const other = await app.signUp()
    for (const text of ['trujillo', c.sale.order_number, 'exotic', 'forklift', '777', 'truijllo'])
      expect(await found(other, text), text).toEqual([])
  })

  test('an API key finds only kinds that it can read', async () => {
    const key = await s.me.call(createApiKey, {
      name: 'Shop',
      permissions: ['organization.read', 'catalogue.read'] as never,
    })
    const client = program(app.url, { id: key.id, key: key.key ?? '', org_id: s.me.org_id })
    expect(await found(client, 'exotic')).toEqual(['supplier: Exotic Liquids'])
    expect(await found(client, c.sale.order_number)).toEqual([])
    expect(await found(client, 'ana@shop')).toEqual([])
  })

  test("an inactive or removed location isn't offered", async () => {
    const shed = await s.me.call(createLocation, { name: 'Garden shed' })
    expect(await found(s.me, 'garden')).toEqual(['location: Garden shed'])
    const { id, version } = shed
    await s.me.call(updateLocation, { id, version, name: 'Garden house' } as never)
    expect(await found(s.me, 'garden hou')).toEqual(['location: Garden house'])
  })
})

describe('choices', () => {
  test('are stored per member, counted, latest first, and shown as the records are now', async () => {
    const me = await app.signUp()
    const tea = await me.call(createProduct, { name: 'Green tea', sku: 'TEA', price: 1 })
    await me.call(keepSearchChoice, { kind: 'product', key: tea.id })
    await me.call(keepSearchChoice, { kind: 'command', key: 'New sales order' })
    await me.call(keepSearchChoice, { kind: 'product', key: tea.id })
    const { id, version, sku, price } = tea
    await me.call(updateProduct, { id, version, sku, price, name: 'White tea' })
    const { items } = await me.call(listSearchChoices, {})
    expect(items).toMatchObject([
      { kind: 'product', key: tea.id, times: 2, record: { label: 'White tea', note: 'TEA' } },
      { kind: 'command', key: 'New sales order', times: 1, record: null },
    ])
    await me.call(deleteProduct, { id })
    expect((await me.call(listSearchChoices, {})).items).toMatchObject([{ key: 'New sales order' }])
  })

  test("of one member aren't shown to another, and records that the member can't see can't be stored", async () => {
    const me = await app.signUp()
    const colleague = await limitedMember(app, me, null)
    await me.call(keepSearchChoice, { kind: 'command', key: 'Dark mode' })
    expect((await colleague.call(listSearchChoices, {})).items).toEqual([])
    const other = await app.signUp()
    const theirs = await other.call(createProduct, { name: 'Theirs', sku: 'T', price: 1 })
    expect(await me.refused(keepSearchChoice, { kind: 'product', key: theirs.id })).toMatchObject({ code: 'not_found' })
    expect(await me.refused(keepSearchChoice, { kind: 'product', key: 'no id' })).toMatchObject({ code: 'not_found' })
  })

  test('sixty at once keep the newest fifty', async () => {
    const me = await app.signUp()
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => me.call(keepSearchChoice, { kind: 'command', key: `Command ${n}` })),
    )
    const { rows } = await app.admin.query('select count(*)::int as kept from search_choices where org_id = $1', [
      me.org_id,
    ])
    expect(rows).toEqual([{ kept: limits.searchChoicesKept }])
  })
})

test('a product is found with its available units: those of the reader’s locations, if the reader may see stock', async () => {
  const s = await selling(app)
  const chai = await s.product(12, { name: 'Chai' })
  await s.order([[chai.id, 4]])
  const available = async (client: Client) => {
    const { items } = await client.call(search, { text: 'chai' })
    return items.filter(({ kind }) => kind === 'product').map((one) => one.available)
  }
  expect(await available(s.me)).toEqual([8])
  expect(await available(await limitedMember(app, s.me, [s.shop]))).toEqual([0])
  const key = await s.me.call(createApiKey, {
    name: 'Catalogue',
    permissions: ['organization.read', 'catalogue.read'] as never,
  })
  expect(await available(program(app.url, { id: key.id, key: key.key ?? '', org_id: s.me.org_id }))).toEqual([null])
  await s.me.call(keepSearchChoice, { kind: 'product', key: chai.id })
  expect((await s.me.call(listSearchChoices, {})).items.map(({ record }) => record?.available)).toEqual([8])
  expect((await s.me.call(search, { text: 'main' })).items.map((one) => one.available)).toContain(null)
})
