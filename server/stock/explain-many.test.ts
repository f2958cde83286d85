import { beforeAll, expect, test } from 'vitest'
import { explainStock, explainedNumbers, type ExplainedNumber } from '../../contract/explained-stock.ts'
import { newId } from '../platform/ids.ts'
import type { Actor } from '../platform/endpoint.ts'
import { explainStockQuery } from './explain-stock.ts'
import { reserveLine } from '../../ledger/demands.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { PostingLine } from '../../ledger/posting.ts'
import { testStock, type TestOrganization } from '../../ledger/testing/scenarios.ts'
import { sql } from '../platform/sql.ts'
import { countReads } from '../testing/count-reads.ts'

/**
 * A product that moved three thousand times over fourteen months: compares its explanation with plain sums, and limits
 * how little it may read.
 */
const stock = await testStock({ choosesPlans: true })
const movements = 3_000
let org: TestOrganization
let product_id: string
let lot_id: string

beforeAll(async () => {
  org = await stock.organization()
  product_id = await org.product({ stock: 10_000 })
  lot_id = await org.lot(product_id, 'L-1')
  const postings = Array.from({ length: movements }, (_, index) => ({
    id: newId(),
    kind: 'entry',
    happened_at: new Date(Date.now() - ((index * 7_919) % 425) * 86_400_000).toISOString(),
    lines: [lineOf(index)],
  }))
  while (postings.length > 0) {
    const chunk = postings.splice(0, 500)
    await org.inTx((tx) => postMany(tx, org.actor, chunk))
  }
  const demand = {
    document_line_id: newId(),
    document_kind: 'sales_order' as const,
    document_id: newId(),
    product_id,
    wanted: 5,
  }
  await org.post([reserveLine({ document_line_id: demand.document_line_id, product_id })], { demands: [demand] })
  await stock.admin.query('vacuum analyze')
})

function lineOf(index: number): PostingLine {
  if (index % 500 === 3) return { product_id, type: 'out', reason: 'qc_hold', quantity: 2, location_id: org.main }
  if (index % 10 === 1) {
    return {
      product_id,
      from_account: 'available',
      from_location_id: org.main,
      to_account: 'available',
      to_location_id: org.second,
      quantity: 1,
    }
  }
  if (index % 20 === 2) return { product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.second, lot_id }
  return {
    product_id,
    type: index % 3 ? 'in' : 'out',
    reason: 'other',
    quantity: 1 + (index % 3),
    location_id: org.main,
    lot_id: product_id,
  }
}

type Asked = {
  account?: ExplainedNumber
  location_id?: string
  lot_id?: string
  as_of?: string
  by?: 'happened' | 'recorded'
  limit?: number
  cursor?: string
}

/** The response, and how many movements were read for it. */
async function explained(asked: Asked) {
  const input = explainStock.input.parse({ product_id, ...asked })
  return org.inTx(async (tx) => {
    // This few rows fit into a hundred pages, which PostgreSQL would rather read and sort; among ten million it uses
    // the plan measured here.
    await tx.run(sql`set local enable_seqscan = off`)
    await tx.run(sql`set local enable_bitmapscan = off`)
    const { answer, scanned, fetched } = await countReads(tx, ['stock_movements'], () =>
      explainStockQuery.run(tx, org.actor as Actor, input as never),
    )
    return { ...explainStock.output.parse(answer), read: scanned + fetched }
  })
}

/** The plain sum over all movements, up to a moment by a clock. */
async function plainSum({
  account = 'on_hand',
  location_id,
  lot_id: lot,
  as_of,
  by = 'recorded',
}: Asked): Promise<number> {
  const accounts = account === 'on_hand' ? ['available', 'reserved'] : [account]
  const end = (side: string) =>
    `(${side}_account = any ($2) and ($3::uuid is null or ${side}_location_id = $3) and ($4::uuid is null or ${side}_lot_id = $4))::int`
  const { rows } = await stock.admin.query<{ sum: number }>(
    `select coalesce(sum(quantity * (${end('to')} - ${end('from')})), 0) as sum from stock_movements
     where product_id = $1 and ($5::timestamptz is null or ${by}_at <= $5)`,
    [product_id, accounts, location_id ?? null, lot ?? null, as_of ?? null],
  )
  return rows[0]?.sum ?? Number.NaN
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('every number adds up: each account, location and lot, by both clocks, now and then', async () => {
  for (const account of explainedNumbers) {
    for (const scope of [
      {},
      { location_id: org.main },
      { location_id: org.second },
      { lot_id },
      { location_id: org.second, lot_id },
    ]) {
      for (const by of ['recorded', 'happened'] as const) {
        for (const as_of of [undefined, daysAgo(0), daysAgo(20), daysAgo(200)]) {
          const asked = { account, ...scope, by, ...(as_of && { as_of }), limit: 5 }
          const { check, value, items } = await explained(asked)
          const sum = await plainSum(asked)
          expect({
            ...asked,
            value,
            movements: check?.movements,
            adds_up: check?.adds_up,
            newest: items[0]?.balance ?? sum,
          }).toEqual({
            ...asked,
            value: sum,
            movements: sum,
            adds_up: true,
            newest: sum,
          })
        }
      }
    }
  }
})

test('the pages of a rare number are the rows of a plain query, in its order, with their balances', async () => {
  for (const asked of [
    { account: 'held' },
    { account: 'held', by: 'happened' },
    { location_id: org.second },
  ] as Asked[]) {
    const paged: { posting_id: string; change: number; balance: number }[] = []
    let cursor: string | undefined
    do {
      const page = await explained({ ...asked, limit: 50, ...(cursor && { cursor }) })
      paged.push(...page.items.map(({ posting_id, change, balance }) => ({ posting_id, change, balance })))
      cursor = page.next ?? undefined
    } while (cursor)
    const whole = (await explained({ ...asked, limit: 200 })).items
    expect(paged.slice(0, whole.length)).toEqual(
      whole.map(({ posting_id, change, balance }) => ({ posting_id, change, balance })),
    )
    const changes = paged.map(({ change }) => change)
    expect(changes.reduce((sum, change) => sum + change, 0)).toBe(await plainSum(asked))
    expect(paged.at(-1)?.balance).toBe(changes.at(-1))
  }
})

test('a page reads little more than its rows, however often the product moved', async () => {
  const first = await explained({ limit: 50 })
  expect(first.items).toHaveLength(50)
  expect(first.read).toBeGreaterThan(0)
  const asked: [Asked, number][] = [
    [{}, 450],
    [{ cursor: first.next ?? '' }, 450],
    [{ account: 'available' }, 450],
    [{ location_id: org.main }, 450],
    // Fewer than a thousand legs are summed one by one.
    [{ location_id: org.second }, 1_000],
    [{ account: 'held' }, 450],
    [{ account: 'reserved' }, 450],
    [{ account: 'incoming' }, 450],
    [{ account: 'held', location_id: org.main }, 450],
    [{ account: 'held', by: 'happened' }, 450],
    [{ by: 'happened' }, 450],
  ]
  for (const [one, most] of asked) {
    const { read } = await explained({ limit: 50, ...one })
    expect(read, JSON.stringify(one)).toBeLessThan(most)
  }
})

test('on hand at a location is explained without reading everything that was put on hold there', async () => {
  const shelf = await org.location('Shelf')
  const at = { location_id: shelf, quantity: 5_000 }
  await org.post([{ product_id, type: 'in', reason: 'other', ...at }])
  const promise = () => {
    const document_line_id = newId()
    const line = { document_line_id, product_id, location_id: shelf }
    return {
      id: newId(),
      kind: 'entry',
      demands: [{ ...line, document_kind: 'sales_order' as const, document_id: newId(), wanted: 1 }],
      lines: [reserveLine(line)],
    }
  }
  for (let chunk = 0; chunk < 3; chunk++) {
    await org.inTx((tx) => postMany(tx, org.actor, Array.from({ length: 500 }, promise)))
  }
  for (let entry = 0; entry < 25; entry++) {
    await org.post([{ product_id, type: 'out', reason: 'other', location_id: shelf, quantity: 2 }])
  }
  const { items, check, read } = await explained({ location_id: shelf, limit: 20 })
  expect(check).toMatchObject({ level: 4_950, movements: 4_950, adds_up: true })
  expect(items.map(({ change, balance }) => [change, balance])).toEqual(
    Array.from({ length: 20 }, (_, index) => [-2, 4_950 + 2 * index]),
  )
  expect(read).toBeLessThan(100)
  // The relevant ones come last here: the first entry comes after everything that was put on hold.
  const whole = (await explained({ location_id: shelf, limit: 200 })).items
  expect(whole.map(({ change }) => change)).toEqual([...Array.from({ length: 25 }, () => -2), 5_000])
  expect((await explained({ location_id: shelf, account: 'reserved', limit: 200 })).items).toHaveLength(200)
})

test('a tampered level doesn’t add up here either', async () => {
  await stock.admin.query(
    'update stock_levels set available = available + 1 where product_id = $1 and location_id = $2',
    [product_id, org.second],
  )
  expect((await explained({})).check).toMatchObject({ adds_up: false })
  await stock.admin.query(
    'update stock_levels set available = available - 1 where product_id = $1 and location_id = $2',
    [product_id, org.second],
  )
})
