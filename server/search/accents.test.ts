import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { listCustomers, updateCustomer } from '../../contract/customers.ts'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct, listProducts, updateProduct } from '../../contract/products.ts'
import { createPurchaseOrder, listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { createSalesOrder, listSalesOrders } from '../../contract/sales-orders.ts'
import { createSupplier, listSuppliers } from '../../contract/suppliers.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { violatedInvariants } from '../../ledger/invariants.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { type Client, testApp } from '../testing/app.ts'

const app = await testApp()

/** One record of each kind whose name has accents. */
async function accented(): Promise<Client> {
  const me = await app.signUp()
  const torch = await me.call(createProduct, {
    name: 'Crème brûlée torch',
    sku: 'CB-Ä1',
    description: 'für Zuckerkrüste',
    price: 1,
    stock_quantity: 5,
  })
  await me.call(createTransaction, { product_id: torch.id, type: 'out', quantity: 1, reason_code: 'customer_order' })
  await me.call(createCategory, { name: 'Küche', color: '#3B82F6' })
  await me.call(createLocation, { name: 'Zürich' })
  const { id: supplier_id } = await me.call(createSupplier, { name: 'Søren Åse' })
  const lines = [{ product_id: torch.id, quantity: 1, unit_price: 1 }]
  await me.call(createPurchaseOrder, { supplier_id, lines })
  await me.call(createSalesOrder, { customer_name: 'José Muñoz', lines })
  const [customer] = (await me.call(listCustomers, {})).items
  await me.call(updateCustomer, { id: customer!.id, version: 1, name: 'José Núñez' })
  return me
}

const count = (items: readonly unknown[]) => items.length

/** How many rows of each list a text finds. */
const finders = {
  products: async (me: Client, search: string) => count((await me.call(listProducts, { search })).items),
  'products by price': async (me: Client, search: string) =>
    count((await me.call(listProducts, { search, sort: 'price' })).items),
  'names and SKUs': async (me: Client, search: string) =>
    count((await me.call(listProducts, { search, search_in: 'name_and_sku' })).items),
  transactions: async (me: Client, search: string) =>
    count((await me.call(listTransactions, { search, type: 'out' })).items),
  categories: async (me: Client, search: string) => count((await me.call(listCategories, { search })).items),
  locations: async (me: Client, search: string) => count((await me.call(listLocations, { search })).items),
  suppliers: async (me: Client, search: string) => count((await me.call(listSuppliers, { search })).items),
  customers: async (me: Client, search: string) => count((await me.call(listCustomers, { search })).items),
  'purchase orders': async (me: Client, search: string) => count((await me.call(listPurchaseOrders, { search })).items),
  'sales orders': async (me: Client, search: string) => count((await me.call(listSalesOrders, { search })).items),
  'the audit trail': async (me: Client, search: string) =>
    count((await me.call(listAuditTrail, { search, type: 'customers' })).items),
} as const

const texts: readonly (readonly [keyof typeof finders, ...string[]])[] = [
  ['products', 'creme', 'CRÈME', 'crème brulee', 'brûlée', 'rulee', 'cb-a', 'CB-Ä1', 'zuckerkruste'],
  ['products by price', 'creme', 'zuckerkrüste', 'cb-a'],
  ['names and SKUs', 'creme', 'rûl', 'cb-a1'],
  ['transactions', 'brulee', 'crème', 'cb-a'],
  ['categories', 'kuche', 'KÜCHE'],
  ['locations', 'zurich', 'zür'],
  ['suppliers', 'soren', 'søren', 'ase'],
  ['customers', 'jose', 'núñez', 'nunez'],
  ['purchase orders', 'soren ase', 'åse'],
  ['sales orders', 'munoz', 'José Muñoz'],
]

test('every list finds names with accents whether these are typed or not', async () => {
  const me = await accented()
  for (const [list, ...typed] of texts)
    for (const text of typed) expect([list, text, await finders[list](me, text)]).toEqual([list, text, 1])
  // By the customer's former name too: created, and renamed.
  for (const text of ['munoz', 'Muñoz', 'nunez'])
    expect([text, await finders['the audit trail'](me, text)]).toEqual([text, 2])
  expect(await finders.products(me, 'creama')).toBe(0)
})

test('a renamed product is found by its new name only', async () => {
  const me = await app.signUp()
  const { id, version } = await me.call(createProduct, { name: 'Épée', sku: 'F-1', price: 1 })
  await me.call(updateProduct, { id, version, name: 'Fleuret à lame', sku: 'F-1', price: 1 })
  expect(await finders.products(me, 'epee')).toBe(0)
  expect(await finders.products(me, 'a lame')).toBe(1)
  await expectSound(app)
})

test('the upgrade folds what older versions stored', async () => {
  const me = await accented()
  const migration = readFileSync(
    join(import.meta.dirname, '../../db/migrations/0800_search_ignores_accents.sql'),
    'utf8',
  )
  await app.admin.query(`
    delete from product_name_words;
    insert into product_name_words (org_id, archived, rank, words, product_id)
    select p.org_id, p.archived_at is not null, w.rank, w.words, p.id
    from products p, lateral (select rank, words from app.name_words(p.name_sort) union all select 2, p.sku_sort) w;
    insert into search_words (org_id, kind, rank, words, record_id)
    select p.org_id, 'product', w.rank, w.words, p.id from products p, app.folded_words(app.fold(p.name)) w
    where octet_length(p.name) <> length(p.name);
    delete from audit_names where name_sort like 'jose%';
    insert into audit_names (org_id, subject_id, name_sort)
    select c.org_id, c.id, n from customers c, unnest(array['josé muñoz', 'josé núñez', '李小龙']) as n where c.org_id = '${me.org_id}'`)
  expect(await finders['the audit trail'](me, 'munoz')).toBe(0)
  expect(await finders.products(me, 'creme')).toBe(0)
  expect(await violatedInvariants(app.admin)).not.toEqual([])

  await app.admin.query(`begin; set local role onhand_owner; ${migration}; commit`)

  await expectSound(app)
  for (const [list, ...typed] of texts)
    for (const text of typed) expect([list, text, await finders[list](me, text)]).toEqual([list, text, 1])
  for (const text of ['munoz', '李小龙']) expect(await finders['the audit trail'](me, text)).toBe(2)
})
