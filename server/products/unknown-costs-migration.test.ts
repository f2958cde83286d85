import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProduct, listProducts } from '../../contract/products.ts'
import { listProductPrices } from '../../contract/price-updates.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'

const app = await testApp()
const migration = readFileSync(join(import.meta.dirname, '../../db/migrations/0140_unknown_costs.sql'), 'utf8')

test('after the upgrade a cost of 0 counts as unknown until the first cost that was entered', async () => {
  const me = await app.signUp()
  const before = { never: [0, 0], later: [0, 3], given: [3], dropped: [3, 0], back: [0, 3, 0, 4] }
  for (const sku of Object.keys(before)) await me.call(createProduct, { name: sku, sku, price: 1, cost_price: 0 })
  // The former tables, with these costs one after the other.
  await app.admin.query(`
    alter table products alter cost_price set default 0, alter cost_price set not null;
    alter table product_prices alter cost_price set not null, drop constraint product_prices_receipt_check, drop column receipt_id,
      disable trigger user`)
  for (const [sku, costs] of Object.entries(before)) {
    const { rows } = await app.admin.query(
      'delete from product_prices r using products p where p.org_id = $1 and p.sku = $2 and r.org_id = $1 and r.product_id = p.id returning p.id',
      [me.org_id, sku],
    )
    for (const [day, cost] of costs.entries())
      await app.admin.query(
        `insert into product_prices (org_id, product_id, valid_from, price, cost_price) values ($1, $2, $3, 1, $4)`,
        [me.org_id, rows[0].id, `2026-01-0${day + 1}T00:00:00Z`, cost],
      )
    await app.admin.query('update products set cost_price = $3 where org_id = $1 and sku = $2', [
      me.org_id,
      sku,
      costs.at(-1),
    ])
  }
  await app.admin.query('alter table product_prices enable trigger user')
  const audited = async () => (await app.admin.query('select count(*) from audit_trail')).rows[0].count
  const auditedBefore = await audited()

  await app.admin.query(`begin; set local role onhand_owner; ${migration}; commit`)

  const { items } = await me.call(listProducts, {})
  const after: Record<string, unknown> = {}
  for (const { id, sku } of items) {
    const prices = (await me.call(listProductPrices, { product_id: id })).items.toReversed()
    after[sku] = prices.map(({ cost_is_known, cost_price }) => (cost_is_known ? cost_price : null))
  }
  expect(after).toEqual({ never: [null, null], later: [null, 3], given: [3], dropped: [3, 0], back: [null, 3, 0, 4] })
  expect(Object.fromEntries(items.map((one) => [one.sku, one.cost_is_known ? one.cost_price : null]))).toEqual({
    never: null,
    later: 3,
    given: 3,
    dropped: 0,
    back: 4,
  })
  expect(await audited()).toBe(auditedBefore)
  await expectSound(app)
})
