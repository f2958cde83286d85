import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { newId } from '../../server/platform/ids.ts'
import { releaseLine, reserveLine } from '../demands.ts'
import { reserveGroup } from '../post-group.ts'
import type { NewPosting, PostingResult } from '../posting.ts'
import { postStock } from '../post-stock.ts'
import { type Fixture, makeFixture, named, namedTables, tablesOf } from './fixture.ts'
import { refusalOf, testStock, type Refused } from './scenarios.ts'

const stock = await testStock()

/** An order line, with the positions of its records in an organization's lists. */
type Wish = { product: number; location: number | null; wanted: number }

const wish: fc.Arbitrary<Wish> = fc.record({
  product: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0, 1, 2, 3, 5) }, { weight: 1, arbitrary: fc.nat(6) }),
  location: fc.option(fc.oneof({ weight: 8, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.constant(3) }), {
    freq: 2,
  }),
  wanted: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
    { weight: 1, arbitrary: fc.constant(1.5) },
  ),
})

/** The same product at two locations, in lots that expire, have expired, or never do. */
async function madeWithLots() {
  const made = await makeFixture(stock)
  const { org, products } = made
  for (const [n, product_id] of products.slice(0, 3).entries()) {
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5 - n, location_id: org.second }])
    for (const expires_on of ['2020-01-01', '2099-01-01', '2098-01-01']) {
      const lot_id = await org.lot(product_id, `${n} ${expires_on}`, expires_on)
      await org.post([{ product_id, type: 'in', reason: 'other', quantity: 2, location_id: org.main, lot_id }])
      made.lots.push(lot_id)
    }
  }
  return made
}

type Order = { id: string; document_id: string; lines: (Wish & { id: string })[] }

function postingOf({ products, locations }: Fixture, { id, document_id, lines }: Order): NewPosting {
  const placed = lines.map((line) => ({
    document_line_id: line.id,
    product_id: products[line.product] ?? document_id,
    location_id: line.location === null ? null : (locations[line.location] as string),
    wanted: line.wanted,
  }))
  return {
    id,
    kind: 'order',
    demands: placed.map((one) => ({ ...one, document_kind: 'sales_order', document_id })),
    lines: [
      ...placed.map(({ document_line_id, product_id }) => ({
        ...releaseLine({ document_line_id, product_id }),
        up_to: true,
      })),
      ...placed.map(({ document_line_id, product_id, location_id }) =>
        reserveLine({ document_line_id, product_id, location_id }),
      ),
    ],
  }
}

const alone = async ({ org }: Fixture, posting: NewPosting): Promise<PostingResult | Refused> => {
  const posted = org.inTx((tx) => postStock(tx, org.actor, posting))
  return posted.catch(() => refusalOf(posted))
}

test('orders that reserve in a group have the same outcome as one by one: goods, tables, results and refusals', async () => {
  const seen = { reserved: 0, left: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(wish, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 }),
      async (wishes) => {
        const [together, single] = [await madeWithLots(), await madeWithLots()]
        const orders = wishes.map((lines): Order => {
          const ids = lines.map((line) => ({ ...line, id: newId() }))
          return { id: newId(), document_id: newId(), lines: ids }
        })
        const members = orders.map((order) => ({ actor: together.org.actor, posting: postingOf(together, order) }))
        const reserved = await together.org.inTx((tx) => reserveGroup(tx, together.org.org_id, members))
        const outcomes = new Map<string, PostingResult | Refused>()
        for (const [n, { posting }] of members.entries())
          outcomes.set(posting.id, reserved[n] ?? (await alone(together, posting)))
        // The postings that were left out ran after the others.
        const isLeft = (order: Order) => reserved[orders.indexOf(order)] === null
        for (const order of orders.toSorted((a, b) => Number(isLeft(a)) - Number(isLeft(b)))) {
          const outcome = await alone(single, postingOf(single, order))
          expect(named(together, outcomes.get(order.id), [order.id])).toEqual(named(single, outcome, [order.id]))
          if (isLeft(order)) {
            seen.left += 1
            expect(outcome).toHaveProperty('code')
          } else seen.reserved += 1
        }
        const ids = orders.flatMap(({ id, document_id, lines }) => [id, document_id, ...lines.map((line) => line.id)])
        expect(await namedTables(together, ids)).toEqual(await namedTables(single, ids))
      },
    ),
    { numRuns: 20 },
  )
  await stock.sound()
  // Otherwise the runs wouldn't have tested one of them.
  expect(seen.reserved).toBeGreaterThan(20)
  expect(seen.left).toBeGreaterThan(5)
})

test('only demands of new sales order lines are reserved in a group', async () => {
  const { org, products } = await makeFixture(stock)
  const product_id = products[0] as string
  const demand = { document_line_id: newId(), document_kind: 'sales_order' as const, document_id: newId() }
  const line = reserveLine({ document_line_id: demand.document_line_id, product_id })
  const posting = (change: Partial<NewPosting> = {}): NewPosting => ({
    id: newId(),
    kind: 'order',
    demands: [{ ...demand, product_id, wanted: 2 }],
    lines: [line],
    ...change,
  })
  const others: NewPosting[] = [
    posting({ lines: [] }),
    posting({ lines: [line, line] }),
    posting({ lines: [{ ...line, quantity: 1 }] }),
    posting({ lines: [{ ...line, up_to: false }] }),
    posting({ lines: [{ ...line, from_location_id: org.main }] }),
    posting({ lines: [line, { product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main }] }),
    posting({ demands: [] }),
    posting({ demands: [{ ...demand, document_kind: 'purchase_order', product_id, wanted: 2 }] }),
    posting({ happened_at: '2026-01-01T00:00:00Z' }),
  ]
  const before = await tablesOf({ stock, org } as Fixture)
  const results = await org.inTx((tx) =>
    reserveGroup(
      tx,
      org.org_id,
      others.map((one) => ({ actor: org.actor, posting: one })),
    ),
  )
  expect(results).toEqual(others.map(() => null))
  expect(await tablesOf({ stock, org } as Fixture)).toEqual(before)

  const [first, again] = [posting(), posting()]
  const post = (one: NewPosting) => org.inTx((tx) => reserveGroup(tx, org.org_id, [{ actor: org.actor, posting: one }]))
  expect(await post(first)).toMatchObject([{ posting_id: first.id, movements: 1 }])
  // An existing line already has a demand, so the posting that changes it is no longer a new one.
  expect(await post(again)).toEqual([null])
  await stock.sound()
})

test('an order with 1,000 lines is read in one pass, without temporary files', async () => {
  const made = await makeFixture(stock)
  const lines = Array.from({ length: limits.linesPerDocument }, () => ({
    id: newId(),
    product: 0,
    location: null,
    wanted: 1,
  }))
  const document_id = newId()
  const posting = { ...postingOf(made, { id: newId(), document_id, lines }), user_reference: 'ada' }
  const values = [made.org.org_id, [made.org.actor.user_id], JSON.stringify([posting])]
  await stock.admin.query(`begin; set local app.org_id = '${made.org.org_id}'; set local app.locations = 'all'`)
  try {
    const { rows } = await stock.admin.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
      'explain (analyze, buffers, format json) select kernel.reserve_group($1, $2, $3)',
      values,
    )
    expect(rows[0]?.['QUERY PLAN'][0].Plan).toMatchObject({ 'Temp Read Blocks': 0, 'Temp Written Blocks': 0 })
    const { rows: reserved } = await stock.admin.query('select from stock_demands where document_id = $1', [
      document_id,
    ])
    expect(reserved).toHaveLength(lines.length)
  } finally {
    await stock.admin.query('rollback')
  }
})
