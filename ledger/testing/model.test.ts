import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { refusalFromSql } from '../../server/platform/sql-errors.ts'
import { sql } from '../../server/platform/sql.ts'
import { releaseLine, reserveLine, shipLine } from '../demands.ts'
import {
  committed,
  count,
  emptyWorld,
  fill,
  move,
  reserve,
  reverse,
  type Leg,
  type MoveRequest,
  type Outcome,
  type World,
} from './model.ts'
import type { PostingLine } from '../posting.ts'
import { reversePosting } from '../reverse-posting.ts'
import { setQuantity } from '../set-quantity.ts'
import { testStock, type TestOrganization } from './scenarios.ts'

const stock = await testStock()

/** Whole numbers in the model, decimals in the database. */
const units = (tenThousandths: number) => tenThousandths / 10_000

type Real = {
  organization: TestOrganization
  products: string[]
  locations: string[]
  lots: string[]
  world: World
  orders: string[]
  posted: { id: string; legs: Leg[]; ofDocument: boolean; isReversal: boolean; reversed: boolean }[]
}

async function prepare(): Promise<Real> {
  const organization = await stock.organization()
  const products = []
  const lots = []
  for (let n = 0; n < 3; n++) {
    const product = await organization.product({ decimals: 4 })
    products.push(product)
    lots.push(await organization.lot(product, `L-${n}`, '2099-01-01'))
  }
  const locations = [organization.main, organization.second, await organization.location('Third')]
  return { organization, products, locations, lots, world: emptyWorld(organization.main, lots), orders: [], posted: [] }
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** The accounts of each reason are tested in post-stock.test.ts; these cover every kind of pair. */
const reasons = [
  { type: 'in', reason: 'production_completion', from: 'production', to: 'available' },
  { type: 'in', reason: 'customer_return', from: 'customer', to: 'available' },
  { type: 'in', reason: 'qc_release', from: 'held', to: 'available' },
  { type: 'out', reason: 'customer_order', from: 'available', to: 'customer' },
  { type: 'out', reason: 'damaged', from: 'available', to: 'scrap', mayUnreserve: true },
  { type: 'out', reason: 'qc_hold', from: 'available', to: 'held', mayUnreserve: true },
  { type: 'out', reason: 'held_scrap', from: 'held', to: 'scrap' },
] as const

type Step =
  | { do: 'enter'; reason: number; product: number; location: number | null; lot: boolean; quantity: number }
  | { do: 'adjust'; product: number; location: number; quantity: number }
  | { do: 'count'; product: number; location: number; lot: boolean; to: number; stale: boolean }
  | { do: 'transfer'; product: number; from: number; to: number; quantity: number }
  | { do: 'order'; product: number; location: number | null; wanted: number }
  | { do: 'ship'; order: number; quantity: number | null }
  | { do: 'release'; order: number; quantity: number | null }
  | { do: 'fill'; product: number }
  | { do: 'reverse'; posting: number }
  | { do: 'hostile'; product: number; attack: number }

const index = fc.nat({ max: 1_000 })
const maybeLocation = fc.option(fc.nat({ max: 2 }), { nil: null })
/** Up to 20 units, often whole, sometimes with all four decimals. */
const quantity = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }).map((n) => n * 10_000) },
  fc.integer({ min: 1, max: 200_000 }),
)
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      // Receiving is more likely than any other reason, because most steps would be refused otherwise.
      reason: fc.oneof(fc.constant(0), fc.nat({ max: reasons.length - 1 })),
      product: fc.nat({ max: 2 }),
      location: maybeLocation,
      lot: fc.boolean(),
      quantity,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      product: fc.nat({ max: 2 }),
      location: fc.nat({ max: 2 }),
      quantity: fc.integer({ min: -100_000, max: 200_000 }).filter((n) => n !== 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      product: fc.nat({ max: 2 }),
      location: fc.nat({ max: 2 }),
      lot: fc.boolean(),
      to: fc.nat({ max: 200_000 }),
      stale: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        do: fc.constant('transfer' as const),
        product: fc.nat({ max: 2 }),
        from: fc.nat({ max: 2 }),
        to: fc.nat({ max: 2 }),
        quantity,
      })
      .filter((step) => step.from !== step.to),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      product: fc.nat({ max: 2 }),
      location: maybeLocation,
      wanted: quantity,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ship' as const),
      order: index,
      quantity: fc.option(quantity, { nil: null }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      order: index,
      quantity: fc.option(quantity, { nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fill' as const), product: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), posting: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('hostile' as const), product: fc.nat({ max: 2 }), attack: index }),
  },
)

const tally = { accepted: 0, refused: 0, skipped: 0 }

async function outcomeOf(
  attempt: Promise<unknown>,
): Promise<{ ok: true } | { ok: false; code: string; details: Record<string, unknown> }> {
  try {
    await attempt
    return { ok: true }
  } catch (error) {
    const refusal = refusalFromSql(error)
    if (!(refusal instanceof Refusal)) throw error
    return { ok: false, code: refusal.code, details: refusal.details ?? {} }
  }
}

/**
 * Posts in the database and in the model, and expects the same result: both accept, or both refuse with the same code
 * and numbers.
 */
async function agree(
  real: Real,
  id: string,
  attempt: Promise<unknown>,
  expected: Outcome,
  extra: { ofDocument?: boolean; isReversal?: boolean } = {},
) {
  const outcome = await outcomeOf(attempt)
  if ('legs' in expected) {
    expect(outcome).toEqual({ ok: true })
    tally.accepted++
    const { ofDocument = false, isReversal = false } = extra
    if (expected.legs.length > 0) real.posted.push({ id, legs: expected.legs, ofDocument, isReversal, reversed: false })
    return
  }
  tally.refused++
  expect(outcome).toMatchObject({ ok: false, code: expected.refused })
  if (!outcome.ok && expected.asked !== undefined && expected.available !== undefined) {
    expect(outcome.details).toMatchObject({ asked: units(expected.asked), available: units(expected.available) })
  }
}

async function run(real: Real, step: Step): Promise<void> {
  const { organization, world } = real
  const id = newId()
  const post = (lines: PostingLine[], extra = {}) => organization.post(lines, { id, ...extra })
  switch (step.do) {
    case 'enter': {
      const product = at(real.products, step.product)
      const { type, reason, from, to, ...rest } = at(reasons, step.reason)
      const location_id = step.location === null ? null : at(real.locations, step.location)
      const lot = step.lot ? at(real.lots, step.product) : product
      // A hold and its release stay in their lot and location; without them the ledger chooses.
      const lot_id = type === 'in' && from !== 'held' ? lot : null
      const request: MoveRequest = { product, quantity: step.quantity, from, to, ...rest }
      if (from === 'available' || from === 'held') request.fromLocation = location_id
      else Object.assign(request, { toLocation: location_id, toLot: lot })
      const attempt = post([{ product_id: product, type, reason, quantity: units(step.quantity), location_id, lot_id }])
      return agree(real, id, attempt, move(world, request))
    }
    case 'adjust': {
      const product = at(real.products, step.product)
      const location_id = at(real.locations, step.location)
      const attempt = post([{ product_id: product, type: 'adjustment', quantity: units(step.quantity), location_id }])
      const request: MoveRequest =
        step.quantity > 0
          ? { product, quantity: step.quantity, from: 'adjustment', to: 'available', toLocation: location_id }
          : { product, quantity: -step.quantity, from: 'available', to: 'adjustment', fromLocation: location_id }
      return agree(real, id, attempt, move(world, request))
    }
    case 'count': {
      const product = at(real.products, step.product)
      const location = at(real.locations, step.location)
      const lot = step.lot ? at(real.lots, step.product) : product
      const level = world.levels.get(`${product} ${location} ${lot}`)
      const seen = (level ? level.available + level.reserved : 0) + (step.stale ? 10_000 : 0)
      const counts = [
        { product_id: product, location_id: location, lot_id: lot, from: units(seen), to: units(step.to) },
      ]
      const attempt = organization.inTx((tx) => setQuantity(tx, organization.actor, { id, counts }))
      return agree(real, id, attempt, count(world, { product, location, lot }, seen, step.to))
    }
    case 'transfer': {
      const product = at(real.products, step.product)
      const [from, to] = [at(real.locations, step.from), at(real.locations, step.to)]
      const accounts = { from_account: 'available', to_account: 'available' } as const
      const attempt = post([
        {
          product_id: product,
          ...accounts,
          from_location_id: from,
          to_location_id: to,
          quantity: units(step.quantity),
        },
      ])
      const request = {
        product,
        quantity: step.quantity,
        from: 'available',
        to: 'available',
        fromLocation: from,
        toLocation: to,
      }
      return agree(real, id, attempt, move(world, request))
    }
    case 'order': {
      const product = at(real.products, step.product)
      const location = step.location === null ? null : at(real.locations, step.location)
      const line = newId()
      const placed = real.orders.length
      world.demands.set(line, { line, product, location, wanted: step.wanted, fulfilled: 0, placed })
      real.orders.push(line)
      const demand = {
        document_line_id: line,
        document_kind: 'sales_order',
        document_id: line,
        product_id: product,
        location_id: location,
      } as const
      const placed_at = new Date(Date.UTC(2026, 0, 1) + placed * 1_000).toISOString()
      const attempt = post([reserveLine({ document_line_id: line, product_id: product, location_id: location })], {
        source_kind: 'sales_order',
        source_id: line,
        demands: [{ ...demand, wanted: units(step.wanted), placed_at }],
      })
      return agree(real, id, attempt, reserve(world, line), { ofDocument: true })
    }
    case 'ship':
    case 'release': {
      if (real.orders.length === 0) return void tally.skipped++
      const line = at(real.orders, step.order)
      const demand = world.demands.get(line)
      if (!demand) throw new Error('an order without a demand')
      const { product, location } = demand
      const all = step.do === 'ship' ? demand.wanted - demand.fulfilled : committed(world, line)
      const asked = step.quantity ?? all
      const lineOf = step.do === 'ship' ? shipLine : releaseLine
      const given = { document_line_id: line, product_id: product, location_id: location }
      const attempt = post([lineOf(step.quantity === null ? given : { ...given, quantity: units(asked) })], {
        source_kind: 'sales_order',
        source_id: line,
      })
      const accounts =
        step.do === 'ship' ? { from: 'reserved_then_available', to: 'customer' } : { from: 'reserved', to: 'available' }
      const expected: Outcome =
        asked === 0
          ? { legs: [] }
          : move(world, { product, quantity: asked, ...accounts, fromLocation: location, line })
      return agree(real, id, attempt, expected, { ofDocument: true })
    }
    case 'fill': {
      const product = at(real.products, step.product)
      return agree(real, id, organization.fill(product), fill(world, product), { ofDocument: true })
    }
    case 'reverse': {
      if (real.posted.length === 0) return void tally.skipped++
      const original = at(real.posted, step.posting)
      if (original.ofDocument) {
        // Backorders are filled by a posting without a document; its legs are all between available and reserved, so it
        // can't be undone.
        const outcome = await outcomeOf(
          organization.inTx((tx) => reversePosting(tx, organization.actor, { id, posting_id: original.id })),
        )
        expect(outcome.ok).toBe(false)
        return void tally.refused++
      }
      const attempt = organization.inTx((tx) => reversePosting(tx, organization.actor, { id, posting_id: original.id }))
      if (original.isReversal) return agree(real, id, attempt, { refused: 'cannot_reverse' })
      if (original.reversed) return agree(real, id, attempt, { refused: 'already_reversed' })
      const expected = reverse(world, original.legs)
      await agree(real, id, attempt, expected, { isReversal: true })
      if ('legs' in expected) original.reversed = true
      return
    }
    case 'hostile':
      return attack(real, at(real.products, step.product), step.attack)
  }
}

/** Values that no client of ours sends, directly to the SQL function. */
const attacks: ((product: string, location: string) => { line: string; codes: string[] })[] = [
  (product, location) => ({ line: entry(product, location, '"NaN"'), codes: ['invalid_quantity'] }),
  (product, location) => ({ line: entry(product, location, '"Infinity"'), codes: ['invalid_quantity'] }),
  (product, location) => ({ line: entry(product, location, '-1'), codes: ['invalid_quantity'] }),
  (product, location) => ({ line: entry(product, location, '0'), codes: ['invalid_quantity'] }),
  (product, location) => ({ line: entry(product, location, '1e309'), codes: ['invalid_quantity', 'number_too_large'] }),
  (product, location) => ({ line: entry(product, location, '1e11'), codes: ['invalid_quantity', 'balance_overflow'] }),
  (product, location) => ({ line: entry(product, location, '0.00001'), codes: ['too_many_decimals'] }),
  (product) => ({ line: entry(product, newId(), '1'), codes: ['not_found'] }),
  (_product, location) => ({ line: entry(newId(), location, '1'), codes: ['not_found'] }),
  (product, location) => ({ line: accounts(product, location, 'avialable', 'customer'), codes: ['invalid_posting'] }),
  (product, location) => ({ line: accounts(product, location, 'supplier', 'customer'), codes: ['invalid_posting'] }),
  (product, location) => ({ line: accounts(product, location, 'available', 'reserved'), codes: ['invalid_posting'] }),
  (product, location) => ({
    line: accounts(product, location, 'reserved', 'customer'),
    codes: ['invalid_posting', 'insufficient_stock'],
  }),
  (product, location) => ({
    line: accounts(product, location, 'available', 'available'),
    codes: ['invalid_posting', 'insufficient_stock'],
  }),
]
const entry = (product: string, location: string, text: string) =>
  `{"product_id":"${product}","type":"in","reason":"other","location_id":"${location}","quantity":${text}}`
const accounts = (product: string, location: string, from: string, to: string) =>
  `{"product_id":"${product}","from_account":"${from}","to_account":"${to}","location_id":"${location}","quantity":1}`

async function attack(real: Real, product: string, which: number): Promise<void> {
  const { line, codes } = at(attacks, which)(product, real.organization.main)
  const { org_id, user_id } = real.organization.actor
  const posting = `{"id":"${newId()}","kind":"entry","user_reference":"x","lines":[${line}]}`
  const attempt = real.organization.inTx((tx) =>
    tx.one(sql`select kernel.post_stock(${org_id}, ${user_id}, ${posting}::jsonb)`),
  )
  const outcome = await outcomeOf(attempt)
  expect(outcome.ok ? 'accepted' : outcome.code, line).toBeOneOf(codes)
  tally.refused++
}

/** Every balance, demand and reservation of the database, next to the model's. */
async function compare({ organization, world }: Real): Promise<void> {
  const { org_id } = organization
  const [levels, demands, commitments] = await organization.inTx((tx) =>
    Promise.all([
      tx.all(sql`
        select product_id as product, location_id as location, lot_id as lot, (available * 10000)::int8 as available,
          (reserved * 10000)::int8 as reserved, (held * 10000)::int8 as held
        from stock_levels where org_id = ${org_id} and available + reserved + held > 0 order by 1, 2, 3`),
      tx.all(sql`
        select document_line_id as line, (wanted * 10000)::int8 as wanted, (fulfilled * 10000)::int8 as fulfilled
        from stock_demands where org_id = ${org_id} order by 1`),
      tx.all(sql`
        select document_line_id as line, product_id as product, location_id as location, lot_id as lot, (quantity * 10000)::int8 as quantity
        from stock_commitments where org_id = ${org_id} and quantity > 0 order by 1, 3, 4`),
    ]),
  )
  const byKey = (a: object, b: object) => (Object.values(a).join(' ') < Object.values(b).join(' ') ? -1 : 1)
  const there = [...world.levels.values()].filter((level) => level.available + level.reserved + level.held > 0)
  expect(levels.toSorted(byKey as never)).toEqual(there.toSorted(byKey))
  expect(demands).toEqual(
    [...world.demands.values()].map(({ line, wanted, fulfilled }) => ({ line, wanted, fulfilled })).toSorted(byKey),
  )
  const promised = [...world.commitments.values()].filter(({ quantity: left }) => left > 0)
  expect(commitments.toSorted(byKey as never)).toEqual(promised.toSorted(byKey))
}

describe('the ledger and a model of it', () => {
  it('accept and refuse the same, and have the same state afterwards, over random sequences', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const real = await prepare()
        for (const step of steps) {
          await run(real, step)
          await compare(real)
        }
      }),
      { numRuns: 30, endOnFailure: true },
    )
    await stock.sound()
    // A run in which nearly everything is refused would prove nothing.
    expect(tally.accepted / (tally.accepted + tally.refused)).toBeGreaterThan(0.3)
  })
})
