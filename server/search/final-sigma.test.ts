import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { listCustomers } from '../../contract/customers.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { createSalesOrder, listSalesOrders } from '../../contract/sales-orders.ts'
import { search as searchEverything } from '../../contract/search.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { type Client, testApp } from '../testing/app.ts'

const app = await testApp()

/** Records whose names differ in case only: small letters have another sigma at the end of a word. */
async function greek(): Promise<Client> {
  const me = await app.signUp()
  for (const [n, name] of ['ΜΥΛΟΣ ΚΑΦΕΣ', 'Μύλος καφές'].entries()) {
    const { id } = await me.call(createProduct, { name, sku: `G-${n}`, price: 1 })
    await me.call(createCategory, { name, color: '#3B82F6' })
    const lines = [{ product_id: id, quantity: 1, unit_price: 1 }]
    await me.call(createSalesOrder, { customer_name: `${name} ${n}`, lines })
  }
  return me
}

/** How many of these a text finds: everywhere by kind, and in the lists. */
async function found(me: Client, text: string) {
  const { items } = await me.call(searchEverything, { text })
  const exact = items.filter(({ fit }) => fit !== 'similar')
  const lists = [
    await me.call(listProducts, { search: text }),
    await me.call(listProducts, { search: text, sort: 'price' }),
    await me.call(listCategories, { search: text }),
    await me.call(listCustomers, { search: text }),
    await me.call(listSalesOrders, { search: text }),
    await me.call(listAuditTrail, { search: text, type: 'customers' }),
  ]
  return {
    text,
    everywhere: ['product', 'category', 'customer', 'sales_order'].map(
      (kind) => exact.filter((one) => one.kind === kind).length,
    ),
    lists: lists.map((list) => list.items.length),
  }
}

const texts = ['ΜΥΛΟΣ ΚΑΦΕΣ', 'μύλος καφές', 'ΜΎΛΟΣ', 'μυλος', 'μυλοσ', 'καφές']
const both = (text: string) => ({ text, everywhere: [2, 2, 2, 2], lists: [2, 2, 2, 2, 2, 2] })

test('Greek names are found in capitals and in small letters, whichever form their last sigma has', async () => {
  const me = await greek()
  for (const text of texts) expect(await found(me, text)).toEqual(both(text))
  await expectSound(app)
})

test('the upgrade writes the last sigma of stored names like any other', async () => {
  const migration = readFileSync(join(import.meta.dirname, '../../db/migrations/0985_final_sigma.sql'), 'utf8')
  const fold = migration.slice(migration.indexOf('create'), migration.indexOf('$$;') + 3)
  await app.admin.query(fold.replace("ıς', 'olddhiσ'", "ı', 'olddhi'"))
  const me = await greek()
  expect(await found(me, 'μυλοσ')).not.toEqual(both('μυλοσ'))

  await app.admin.query(`begin; set local role onhand_owner; ${migration}; commit`)

  await expectSound(app)
  for (const text of texts) expect(await found(me, text)).toEqual(both(text))
})
