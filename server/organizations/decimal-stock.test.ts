import { expect, test } from 'vitest'
import { readDashboard } from '../../contract/dashboard.ts'
import { writeOffProduct } from '../../contract/product-deletion.ts'
import { createProduct, readProductSummary } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { testApp } from '../testing/app.ts'
import { countReads } from '../testing/count-reads.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'
import { decimalProductsMax, decimalStock } from './decimal-stock.ts'

const app = await testApp()

/** A company with two locations; `figures` are those of both responses, which agree. */
async function company() {
  const s = await stocked(app)
  const figures = async (reader: Pick<typeof s.me, 'call'> = s.me) => {
    const dashboard = await reader.call(readDashboard, {})
    const { whole_units, decimal_products } = await reader.call(readProductSummary, {})
    expect(dashboard).toMatchObject({ whole_units, decimal_products })
    return { whole_units, decimal_products }
  }
  return { ...s, figures }
}

test('whole units leave out products measured in decimals, which are counted if they are in stock', async () => {
  const { me, product, figures } = await company()
  await product(5)
  await product(7)
  expect(await figures()).toEqual({ whole_units: 12, decimal_products: 0 })
  const rope = await product(2.5, { quantity_decimals: 1 })
  await product(0, { quantity_decimals: 2 })
  expect(await figures()).toEqual({ whole_units: 12, decimal_products: 1 })
  await me.call(writeOffProduct, { id: rope.id, on_hand: 2.5, held: 0 })
  expect(await figures()).toEqual({ whole_units: 12, decimal_products: 0 })
})

test('a limited member’s whole units are those of their own locations', async () => {
  const { me, shop, product, figures } = await company()
  await product(5)
  await product(2.5, { quantity_decimals: 1 })
  await me.call(createProduct, { name: 'Cable', sku: 'CABLE', price: 1, location: 'Shop floor', stock_quantity: 4 })
  const seller = await limitedMember(app, me, [shop])
  expect(await figures()).toEqual({ whole_units: 9, decimal_products: 1 })
  expect(await figures(seller)).toEqual({ whole_units: 4, decimal_products: 0 })
})

/** The decimal stock of an organization to which `count` products without stock are added, `decimals` each. */
async function readWith(count: number, quantity_decimals: number) {
  const { me, product } = await company()
  await product(2.5, { quantity_decimals: 1 })
  await app.admin.query(
    `insert into products (org_id, id, user_id, name, sku, price, quantity_decimals)
     select $1, gen_random_uuid(), $2, 'Added ' || n, 'ADDED-' || n, 1, $4 from generate_series(1, $3) n`,
    [me.org_id, me.user_id, count, quantity_decimals],
  )
  await app.admin.query('vacuum analyze products, product_totals')
  const read = (tx: Tx) =>
    tx.one(sql<{ decimal_products: number | null }>`select decimal_products from ${decimalStock(me)} d`)
  return app.db.transaction({ org_id: me.org_id, user_id: me.user_id }, (tx) =>
    countReads(tx, ['products', 'product_totals'], () => read(tx)),
  )
}

test('the stock in decimals is read without the other products', async () => {
  const { answer, scanned, fetched, entries } = await readWith(3_000, 0)
  expect(answer).toEqual({ decimal_products: 1 })
  expect(scanned + fetched + entries).toBeLessThan(20)
})

test('more products in decimals than the bound are not added up', async () => {
  const { answer, scanned, fetched, entries } = await readWith(decimalProductsMax + 2_000, 3)
  expect(answer).toEqual({ decimal_products: null })
  expect(scanned + fetched + entries).toBeLessThan(3 * decimalProductsMax)
})

test('as many products in decimals as the bound are added up', async () => {
  const { answer } = await readWith(decimalProductsMax - 1, 3)
  expect(answer).toEqual({ decimal_products: 1 })
})
