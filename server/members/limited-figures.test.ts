import { beforeAll, expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { addressOf, type Endpoint } from '../../contract/endpoint.ts'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { cancelPurchaseOrder, createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { allEndpoints } from '../testing/all-endpoints.ts'
import { type Client, testApp } from '../testing/app.ts'
import { fewAtATime, inputSchema, pathParameters, requestOf, validInput } from '../testing/endpoint-inputs.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { receiptInput } from '../testing/ordering.ts'
import { shipmentInput } from '../testing/selling.ts'

// A limited member reads exactly what a full member reads in an organization with only those locations: the same
// history is created in two organizations, one of them with a second location, and every read endpoint of the router is
// called in both. New endpoints are included automatically.

const app = await testApp()

/** Ids of the history's records, the same in both organizations. */
const ids = Object.fromEntries(
  [
    'tools',
    'supplier',
    'both',
    'elsewhere',
    'low',
    'lots',
    'bought',
    'sold',
    'short',
    'moved',
    'split',
    'entry',
    'past',
    'draft',
    'order',
    'receipt',
    'sale',
    'waiting',
    'shipment',
    'return',
    'divided',
    'shared',
    'joint order',
    'joint receipt',
    'given up',
    'joint sale',
    'joint shipment',
    'joint return',
  ].map((name) => [name, newId()]),
) as Record<string, string>
const idOf = (name: string) => ids[name] ?? ''

type Company = { owner: Client; reader: Client; main: string }

/** Creates the history; `other` adds a second location with activity that doesn't affect the first one's figures. */
async function makeCompany(other: boolean): Promise<Company> {
  const owner = await app.signUp()
  const main = (await owner.call(listLocations, {})).items[0]?.id ?? ''
  const shop = other ? (await owner.call(createLocation, { name: 'Shop floor' })).id : null
  const atShop = async (work: (location_id: string) => Promise<unknown>) => void (shop && (await work(shop)))
  const drain = () => app.app.outbox.drain()

  await owner.call(createCategory, { id: idOf('tools'), name: 'Tools', color: '#3B82F6' })
  await owner.call(createSupplier, { id: idOf('supplier'), name: 'Exotic Liquids' })
  for (const [index, name] of products.entries())
    await owner.call(createProduct, {
      id: idOf(name),
      name: `Product ${name}`,
      sku: `SKU-${name}`,
      price: 10 + index,
      cost_price: 4,
      min_stock_level: 5,
      ...(index % 2 ? { category_id: idOf('tools') } : {}),
    })
  const enter = (name: string, quantity: number, location_id: string, more: object = {}) =>
    owner.call(createTransaction, {
      product_id: idOf(name),
      type: 'in',
      reason_code: 'production_completion',
      quantity,
      location_id,
      ...more,
    })

  await enter('both', 20, main, { id: idOf('entry'), notes: 'Counted in the morning' })
  await atShop((location_id) => enter('both', 7, location_id, { notes: 'Counted in the evening' }))
  await atShop((location_id) => enter('elsewhere', 9, location_id))
  await enter('low', 4, main)
  await atShop((location_id) => enter('low', 30, location_id))
  await enter('lots', 3, main, { lot_number: 'L-1' })
  await atShop((location_id) => enter('lots', 5, location_id, { lot_number: 'L-1' }))
  await enter('both', 2, main, { id: idOf('past'), happened_at: '2026-01-05T10:00:00Z' })
  await atShop((location_id) => enter('both', 3, location_id, { happened_at: '2026-01-06T10:00:00Z' }))
  await enter('both', 1, main, { type: 'out', reason_code: 'qc_hold' })
  await atShop((location_id) => enter('both', 2, location_id, { type: 'out', reason_code: 'qc_hold' }))
  await atShop((location_id) =>
    owner.call(setLocationStock, { product_id: idOf('moved'), location_id, quantities: [{ from: 0, to: 6 }] }),
  )
  await owner.call(createTransactionDraft, {
    id: idOf('draft'),
    product_id: idOf('both'),
    type: 'in',
    quantity: 5,
    reason_code: 'customer_return',
    location_id: main,
  })
  await atShop((location_id) =>
    owner.call(createTransactionDraft, {
      product_id: idOf('both'),
      type: 'in',
      quantity: 6,
      reason_code: 'customer_return',
      location_id,
    }),
  )

  const draft = await owner.call(createPurchaseOrder, {
    id: idOf('order'),
    supplier_id: idOf('supplier'),
    lines: [{ product_id: idOf('bought'), quantity: 10, unit_price: 2, location_id: main }],
  })
  const order = await owner.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  await owner.call(createReceipt, {
    ...receiptInput(order, main, [4, { quantity: 1, condition: 'damaged' }]),
    id: idOf('receipt'),
  })

  await enter('sold', 12, main)
  const sell = (name: string, quantity: number, more: object) =>
    owner.call(createSalesOrder, {
      customer_name: 'Lazy K Kountry Store',
      lines: [{ product_id: idOf(name), quantity, unit_price: 3 }],
      ...more,
    })
  const sale = await sell('sold', 8, { id: idOf('sale') })
  const shipment = await owner.call(createShipment, { ...shipmentInput(sale, [5]), id: idOf('shipment') })
  await owner.call(changeShipmentStatus, { shipment_id: shipment.id, status: 'in_transit' })
  await owner.call(createSalesReturn, {
    id: idOf('return'),
    sales_order_id: sale.id,
    lines: [{ sales_order_item_id: sale.lines[0]?.id ?? '', quantity: 2, location_id: main }],
  })
  // At the first location nothing is left for it; the second one's reservation belongs to the second one.
  await atShop((location_id) => enter('short', 9, location_id))
  await sell('short', 3, { id: idOf('waiting') })
  // An order reserved at both, and an entry that takes from both.
  await enter('split', 5, main)
  await atShop((location_id) => enter('split', 9, location_id))
  await sell('split', 8, { id: idOf('divided') })
  await enter('lots', 2, main)
  await atShop((location_id) => enter('lots', 4, location_id))
  const out = { type: 'out', reason_code: 'customer_order', location_id: undefined }
  await enter('lots', shop ? 9 : 5, main, out)

  // Documents of both. The other location's lines cost nothing: amounts of money are those of the entire order.
  const joint = async (id: string, quantity: number) => {
    const there = shop ? [{ product_id: idOf('low'), quantity: 7, unit_price: 0, location_id: shop }] : []
    const here = { product_id: idOf('bought'), quantity, unit_price: 2, location_id: main }
    const { version } = await owner.call(createPurchaseOrder, {
      id,
      supplier_id: idOf('supplier'),
      lines: [here, ...there],
    })
    const placed = await owner.call(payPurchaseOrder, { id, version })
    const parcels = [
      ...receiptInput(placed, main, [3]).lines,
      ...(shop ? receiptInput(placed, shop, [{ item: 1, quantity: 2 }]).lines : []),
    ]
    return { placed, parcels }
  }
  const ordered = await joint(idOf('joint order'), 4)
  await owner.call(createReceipt, {
    id: idOf('joint receipt'),
    purchase_order_id: ordered.placed.id,
    lines: ordered.parcels,
  })
  const dropped = await joint(idOf('given up'), 5)
  const { order: begun } = await owner.call(createReceipt, {
    purchase_order_id: dropped.placed.id,
    lines: dropped.parcels,
  })
  await owner.call(cancelPurchaseOrder, { id: begun.id, version: begun.version })

  await enter('shared', 5, main)
  await atShop((location_id) => enter('shared', 3, location_id))
  const sold = await owner.call(createSalesOrder, {
    id: idOf('joint sale'),
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: idOf('shared'), quantity: shop ? 8 : 5, unit_price: 0 }],
  })
  const sent = await owner.call(createShipment, { ...shipmentInput(sold, [shop ? 8 : 5]), id: idOf('joint shipment') })
  await owner.call(changeShipmentStatus, { shipment_id: sent.id, status: 'in_transit' })
  const back = { sales_order_item_id: sold.lines[0]?.id ?? '' }
  await owner.call(createSalesReturn, {
    id: idOf('joint return'),
    sales_order_id: sold.id,
    lines: [
      { ...back, quantity: 2, location_id: main },
      ...(shop ? [{ ...back, quantity: 1, location_id: shop }] : []),
    ],
  })

  await atShop(async (location_id) => {
    const elsewhere = await owner.call(createPurchaseOrder, {
      supplier_id: idOf('supplier'),
      lines: [{ product_id: idOf('bought'), quantity: 6, unit_price: 2, location_id }],
    })
    const paid = await owner.call(payPurchaseOrder, { id: elsewhere.id, version: elsewhere.version })
    await owner.call(createReceipt, receiptInput(paid, location_id, [2]))
    await sell('both', 2, { location_id })
    await owner.call(createTransaction, {
      product_id: idOf('both'),
      type: 'out',
      reason_code: 'customer_order',
      quantity: 1,
      location_id,
    })
  })
  await drain()
  return { owner, main, reader: await limitedMember(app, owner, shop ? [main] : null) }
}

let limited: Company
let whole: Company

beforeAll(async () => {
  limited = await makeCompany(true)
  whole = await makeCompany(false)
})

const reads = allEndpoints.filter(({ method, wholeOrganization }) => method === 'GET' && !wholeOrganization)

/**
 * The calls of an endpoint: with every id of the history that it accepts, and with each value that filters or sorts.
 */
function asked(endpoint: Endpoint, { main }: Company): Record<string, unknown>[] {
  const known = recordsOf(endpoint).map((name) => (name === 'main' ? main : idOf(name)))
  const parameters = pathParameters(endpoint).filter((name) => /(^|_)id$/.test(name))
  const input = validInput(endpoint, () => main)
  if (parameters.length > 0)
    return known.map((id) => ({ ...input, ...Object.fromEntries(parameters.map((name) => [name, id])) }))
  const narrowed = Object.entries(inputSchema(endpoint).properties ?? {}).flatMap(([name, schema]) =>
    valuesOf(name, schema as never, main).map((value) => ({ ...input, [name]: value })),
  )
  return [input, ...narrowed]
}

const products = ['both', 'elsewhere', 'low', 'lots', 'bought', 'sold', 'short', 'moved', 'split', 'shared']
const records: Record<string, readonly string[]> = {
  products,
  categories: ['tools'],
  suppliers: ['supplier'],
  locations: ['main'],
  'purchase-orders': ['order', 'joint order', 'given up'],
  receipts: ['receipt', 'joint receipt'],
  'sales-orders': ['sale', 'waiting', 'divided', 'joint sale'],
  shipments: ['shipment', 'joint shipment'],
  returns: ['return', 'joint return'],
}

/**
 * The records that an endpoint may be called for, by the beginning of its address; all of them if that doesn't tell.
 */
function recordsOf({ path }: Endpoint): readonly string[] {
  return records[path.split('/')[1] ?? ''] ?? [...Object.keys(ids), 'main']
}

function valuesOf(name: string, schema: { enum?: unknown[]; anyOf?: { enum?: unknown[] }[] }, main: string): unknown[] {
  const choices = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum
  if (choices) return choices
  if (name === 'location_id') return [main]
  if (name === 'product_id') return products.map(idOf)
  if (name === 'category_id' || name === 'supplier_id') return [idOf('tools'), idOf('supplier')]
  if (name === 'search') return ['product', 'both', 'counted', 'lazy', 'sku-l', 'po', 'evening']
  if (name === 'as_of' || name === 'at' || name === 'moment') return ['2026-01-05', '2026-01-10', '2026-06-01']
  if (name === 'from' || name === 'to') return ['2026-01-05T00:00:00Z', '2026-02-01T00:00:00Z']
  return []
}

/** A response without what two organizations never share: times, other ids (by their order), addresses and cursors. */
async function answerTo(
  { reader, main }: Company,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<string> {
  const { path, init } = requestOf(endpoint, input)
  const response = await reader.fetch(path, init)
  const text = /json|csv|text/.test(response.headers.get('content-type') ?? '') ? await response.text() : 'bytes'
  const order = new Map<string, string>()
  const names = new Map([[main, 'main'], ...Object.entries(ids).map(([name, id]): [string, string] => [id, name])])
  const plain = text
    .replaceAll(/"audit:\d+"/g, '"audit"')
    // A flag tells that there is more than they see; and all lines of a sales order are visible, with the ordered
    // quantities.
    .replaceAll(/"(concerns_other_locations|shipped_elsewhere)":true/g, '"$1":false')
    .replaceAll('"quantity":8,"unit_price":0,', '"quantity":5,"unit_price":0,')
    .replaceAll(/"next":"[^"]*"/g, '"next":"<cursor>"')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')
    .replaceAll(/\b(PO|SO)-\d{6}-\d{3}\b/g, '<$1>')
    .replaceAll(/\bLOC-[0-9A-F]{8}\b/g, '<code>')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|\+00)?/g, '<moment>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!order.has(id)) order.set(id, names.get(id) ?? `id ${order.size}`)
      return `<${order.get(id)}>`
    })
    .replaceAll(/\b[a-k]{12}(@example\.com)?\b/g, '<person>')
  return `${response.status} ${plain}`
}

/**
 * Reads of the person, the organization and its members, which have no figures of stock; and the names of transfer
 * destinations, the only thing of other locations that a limited member can read.
 */
const ofPeople = [
  'list_transfer_destinations',
  'read_me',
  'export_account',
  'list_members',
  'list_invitations',
  'list_api_keys',
  'read_open_invitation',
  'read_notification_preferences',
]
/**
 * The audit trail contains each edit of what all locations share, which the second location's history adds to:
 * server/audit-trail/limited-trail.test.ts tests that it shows no other location's rows.
 */
const ofTrail = [
  'list_audit_trail',
  'count_audit_trail',
  'list_audit_users',
  'read_record_history',
  'download_audit_trail',
]

/**
 * The feed numbers events of all locations, so a limited reader's numbers have gaps: server/feed/feed.test.ts shows
 * what they read.
 */
const ofFeed = ['read_feed']

/** Links have no figures; those to an order are for members who can see all of it: server/sharing/shares.test.ts. */
const ofLinks = ['list_purchase_order_shares', 'list_sales_order_shares']

test("a limited member's figures are those of an organization with only their locations", async () => {
  const different: unknown[] = []
  let answered = 0
  const endpoints = reads.filter(({ name }) => ![...ofPeople, ...ofTrail, ...ofFeed, ...ofLinks].includes(name))
  await fewAtATime(endpoints, async (endpoint) => {
    const [theirs, alone] = [asked(endpoint, limited), asked(endpoint, whole)]
    for (const [index, input] of theirs.entries()) {
      const [seen, expected] = await Promise.all([
        answerTo(limited, endpoint, input),
        answerTo(whole, endpoint, alone[index] ?? {}),
      ])
      if (seen.startsWith('200')) answered += 1
      if (seen !== expected || seen.startsWith('5'))
        different.push({ endpoint: endpoint.name, input, ...firstDifference(seen, expected) })
    }
  })
  expect(different).toEqual([])
  expect(answered).toBeGreaterThan(200)
  expect(endpoints.length).toBeGreaterThan(45)
})

/** The text around the first difference between two responses. */
function firstDifference(seen: string, expected: string): { seen: string; expected: string } {
  let at = 0
  while (at < seen.length && seen[at] === expected[at]) at += 1
  const around = (text: string) => text.slice(Math.max(at - 120, 0), at + 160)
  return { seen: around(seen), expected: around(expected) }
}

test('the two organizations differ for members who see all locations', async () => {
  const product = reads.find(({ name }) => name === 'list_products')
  if (!product) throw new Error(`no ${addressOf(reads[0] as Endpoint)}`)
  const seen = await answerTo({ ...limited, reader: limited.owner }, product, {})
  expect(seen).not.toBe(await answerTo({ ...whole, reader: whole.owner }, product, {}))
})
