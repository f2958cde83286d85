import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCategory, updateCategory } from '../contract/categories.ts'
import { listCustomers, updateCustomer } from '../contract/customers.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { cancelTransfer, completeTransfer, createTransfer, reverseTransfer } from '../contract/location-transfers.ts'
import { createLocation, setDefaultLocation, updateLocation } from '../contract/locations.ts'
import { deleteProduct, restoreProduct } from '../contract/product-deletion.ts'
import { updateProduct } from '../contract/products.ts'
import { recordPurchaseRefund, reversePurchasePayment } from '../contract/purchase-orders.ts'
import { reversePayment } from '../contract/sales-payments.ts'
import { updateShipment } from '../contract/shipments.ts'
import { updateSupplier } from '../contract/suppliers.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { type Client, sharedApp, type TestApp } from './testing/app.ts'
import { ordering } from './testing/ordering.ts'
import { selling, shipmentInput, travel } from './testing/selling.ts'

/**
 * The browser shows the fields of a command's response in place of those that it has read
 * (`web/kit/answered-records.ts`).
 */
const reads = allEndpoints.filter(({ kind }) => kind === 'query')
const compared = new Set<string>()
const app = await sharedApp()

/** The same server; the response of each command is compared with what reads return right afterwards. */
const comparing: TestApp = {
  ...app,
  signUp: async (email) => {
    const client = await app.signUp(email)
    const call: Client['call'] = async (endpoint, input, options) => {
      const answer = await client.call(endpoint, input, options)
      if (endpoint.kind === 'command') await compare(client, endpoint, answer)
      return answer
    }
    return { ...client, call }
  },
}

/**
 * The schemas in a command's response that a read of one record returns, by their name in the response; '' is the
 * entire response. Records that were just created haven't been read before.
 */
function recordsOf(command: Endpoint): { name: string; read: Endpoint }[] {
  const parts = command.output instanceof z.ZodObject ? Object.entries(command.output.shape) : []
  const whole = command.status === 201 ? [] : [['', command.output] as const]
  return [...whole, ...parts].flatMap(([name, schema]) =>
    reads
      .filter(
        (read) => read.output === schema && read.path.split(':').length === 2 && 'id' in (schema as z.ZodObject).shape,
      )
      .map((read) => ({ name, read })),
  )
}

type Held = { id: string; version?: number }

async function compare(client: Client, command: Endpoint, answer: unknown): Promise<void> {
  for (const { name, read } of recordsOf(command)) {
    const record = (name ? (answer as Record<string, unknown>)[name] : answer) as Held
    const parameter = read.path.split(':')[1] ?? ''
    const list = reads.find(({ path }) => path === read.path.slice(0, read.path.lastIndexOf('/')))
    const rows = list ? ((await client.call(list, {})) as { items: Held[] }).items : []
    for (const held of [(await client.call(read, { [parameter]: record.id })) as Held, ...rows]) {
      if (held.id !== record.id || held.version !== record.version) continue
      // Either may have fields that the other lacks.
      const fields = Object.keys(held).filter((field) => field in record) as (keyof Held)[]
      expect(pick(record, ...fields), command.name).toEqual(pick(held, ...fields))
    }
    compared.add(command.name)
  }
}

async function catalog(): Promise<void> {
  const s = await ordering(comparing)
  const category = await s.me.call(createCategory, { name: 'Tea', color: '#fff' })
  const { version } = await s.me.call(updateCategory, { ...pick(category, 'id', 'version', 'color'), name: 'Teas' })
  expect(version).toBe(2)
  const supplier = await s.read(await s.draft(1))
  await s.me.call(updateSupplier, { id: supplier.supplier_id ?? '', version: 1, name: 'Tokyo Traders' })
  const loft = await s.me.call(createLocation, { name: 'Loft' })
  const attic = await s.me.call(updateLocation, { ...pick(loft, 'id', 'version'), name: 'Attic' })
  const product = await s.product(10)
  await s.me.call(updateProduct, {
    ...pick(product, 'id', 'version', 'sku', 'price'),
    name: 'Green tea',
    category_id: category.id,
    stock_quantity: { from: 10, to: 12 },
  })
  const send = { product_id: product.id, from_location_id: s.main, to_location_id: s.shop, quantity: 1 }
  const pending = () => s.me.call(createTransfer, { ...send, reason: 'restock', status: 'pending' })
  await s.me.call(cancelTransfer, { transfer_id: (await pending()).id })
  const moved = await s.me.call(completeTransfer, { transfer_id: (await pending()).id })
  await s.me.call(reverseTransfer, { transfer_id: moved.id })
  const sold = await s.product(1)
  await s.me.call(updateProduct, {
    ...pick(sold, 'id', 'version', 'name', 'sku', 'price'),
    stock_quantity: { from: 1, to: 0 },
  })
  await s.me.call(deleteProduct, { id: sold.id })
  await s.me.call(restoreProduct, { id: sold.id })
  await s.me.call(setDefaultLocation, { id: attic.id })
}

async function bought(): Promise<void> {
  const s = await ordering(comparing)
  const order = await s.submit(await s.reopen(await s.pay(await s.save(await s.draft(10)))))
  await s.me.call(reversePurchasePayment, { payment_id: order.payments[0]?.id ?? '' })
  await s.cancel(await s.read(order))
  const { id, version } = await s.cancel(await s.ordered(10))
  await s.me.call(recordPurchaseRefund, { id, version })
  const { receipt } = await s.receive(await s.ordered(10), 4)
  await s.undo(receipt)
}

async function sold(): Promise<void> {
  const s = await selling(comparing)
  const { id } = await s.product(20)
  const order = await s.save(await s.order([[id, 10]]))
  const { payments } = await s.pay(order, 5)
  await s.me.call(reversePayment, { payment_id: payments[0]?.id ?? '' })
  const plan = await s.plan(order, 4)
  await s.me.call(updateShipment, {
    ...travel,
    shipment_id: plan.id,
    version: plan.version,
    lines: shipmentInput(order, [3]).lines,
  })
  await s.move(plan, 'in_transit')
  await s.to(order, 'delivered')
  await s.undoReturn((await s.giveBack(order, 1)).return)
  const [customer] = (await s.me.call(listCustomers, {})).items
  await s.me.call(updateCustomer, { id: customer?.id ?? '', version: 1, name: 'Save-a-lot Markets' })
}

test('a command returns the fields of a record exactly as reads return them', async () => {
  await catalog()
  await bought()
  await sold()
  // The browser doesn't call procedures.
  const all = allEndpoints.filter(({ kind, base }) => kind === 'command' && !base)
  expect([...compared].toSorted()).toEqual(
    all.flatMap((command) => (recordsOf(command).length > 0 ? command.name : [])).toSorted(),
  )
})

test('records without a version that have the same fields are of one kind', () => {
  const records = reads.map(({ output }) => output).filter((output) => output instanceof z.ZodObject)
  const kinds = new Map<string, unknown>()
  for (const record of records.filter(({ shape }) => 'id' in shape && !('version' in shape))) {
    const fields = Object.keys(record.shape).toSorted().join()
    expect(kinds.get(fields) ?? record).toBe(record)
    kinds.set(fields, record)
  }
  expect(kinds.size).toBeGreaterThan(2)
})

function pick<T, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}
