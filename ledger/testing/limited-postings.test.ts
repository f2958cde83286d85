import { afterEach, expect, test } from 'vitest'
import type { Tx } from '../../server/platform/db.ts'
import { newId } from '../../server/platform/ids.ts'
import { refusalFromSql } from '../../server/platform/sql-errors.ts'
import { sql } from '../../server/platform/sql.ts'
import { testStock, type TestOrganization } from './scenarios.ts'

const stock = await testStock()
afterEach(() => stock.sound())

type Line = Record<string, unknown>

/** One call of the ledger with several postings, each with the locations of the member it is for. */
async function postFor(
  org: TestOrganization,
  postings: { location_ids?: string[]; lines: Line[] }[],
): Promise<unknown> {
  const group = postings.map((posting) => ({ id: newId(), kind: 'entry', ...posting }))
  const work = org.inTx((tx: Tx) =>
    tx.one(sql<{ results: unknown }>`
      select kernel.post_many(${org.actor.org_id}, ${org.actor.user_id}, ${JSON.stringify(group)}::jsonb) as results`),
  )
  return work.catch((error: unknown) => Promise.reject(refusalFromSql(error)))
}

const out = (product_id: string, quantity: number, location_id?: string): Line => ({
  product_id,
  type: 'out',
  reason: 'other',
  quantity,
  ...(location_id ? { location_id } : {}),
})

async function twoLocations() {
  const org = await stock.organization()
  const product_id = await org.product({ stock: 10 })
  await org.post([{ product_id, type: 'in', reason: 'other', quantity: 4, location_id: org.second }])
  const at = async (location_id: string) =>
    (
      await org.inTx((tx) =>
        tx.one(sql<{ on_hand: number }>`
          select available + reserved as on_hand from stock_levels
          where org_id = ${org.actor.org_id} and product_id = ${product_id} and location_id = ${location_id}`),
      )
    ).on_hand
  return { org, product_id, at }
}

test('each posting of a group stays within the locations it is limited to', async () => {
  const { org, product_id, at } = await twoLocations()
  await postFor(org, [
    { location_ids: [org.second], lines: [out(product_id, 3)] },
    { location_ids: [org.main], lines: [out(product_id, 2)] },
    { lines: [out(product_id, 1)] },
  ])
  expect([await at(org.main), await at(org.second)]).toEqual([7, 1])
})

test('a posting of a group that takes more than its own locations have is refused with their figures only', async () => {
  const { org, product_id, at } = await twoLocations()
  const asked = postFor(org, [
    { location_ids: [org.main], lines: [out(product_id, 1)] },
    { location_ids: [org.second], lines: [out(product_id, 5)] },
  ])
  await expect(asked).rejects.toMatchObject({
    code: 'insufficient_stock',
    details: { posting_no: 2, asked: 5, available: 4, on_hand: 4 },
  })
  expect([await at(org.main), await at(org.second)]).toEqual([10, 4])
})

test('a posting to a location other than its own is refused without naming it', async () => {
  const { org, product_id } = await twoLocations()
  for (const line of [
    out(product_id, 1, org.main),
    { product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main },
    { product_id, count_to: 3, location_id: org.main },
  ])
    for (const lines of [[line], [out(product_id, 1, org.second), line]])
      await expect(postFor(org, [{ location_ids: [org.second], lines }])).rejects.toMatchObject({
        code: 'forbidden',
        details: expect.not.objectContaining({ location: expect.anything() }),
      })
})

test("several postings together can't touch more than one transaction may", async () => {
  const { org, product_id, at } = await twoLocations()
  const work = stock.db.transaction({ org_id: org.actor.org_id, user_id: org.actor.user_id }, async (tx) => {
    void tx.useLocations([org.second])
    const posting = { id: newId(), kind: 'entry', location_ids: [org.main], lines: [out(product_id, 1)] }
    return tx.one(
      sql`select kernel.post_stock(${org.actor.org_id}, ${org.actor.user_id}, ${JSON.stringify(posting)}::jsonb)`,
    )
  })
  await expect(work).rejects.toMatchObject({ message: 'forbidden' })
  expect(await at(org.main)).toBe(10)
})

test('twenty members of two locations take the last units, and each location gives what it has', async () => {
  const { org, product_id, at } = await twoLocations()
  const take = (location_id: string) => () =>
    postFor(org, [{ location_ids: [location_id], lines: [out(product_id, 1)] }]).then(
      () => 'taken',
      () => 'refused',
    )
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => take(index % 2 ? org.main : org.second)()),
  )
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(14)
  expect([await at(org.main), await at(org.second)]).toEqual([0, 0])
})
