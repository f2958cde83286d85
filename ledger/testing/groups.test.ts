import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stockInReasons, stockOutReasons } from '../../contract/stock-reasons.ts'
import { newId } from '../../server/platform/ids.ts'
import { sql } from '../../server/platform/sql.ts'
import { postGroup, type GroupPosted } from '../post-group.ts'
import type { NewPosting, PostingLine, PostingResult } from '../posting.ts'
import { postStock, type Poster } from '../post-stock.ts'
import { makeFixture, named, namedTables, type Fixture } from './fixture.ts'
import { refusalOf, testStock, type Refused } from './scenarios.ts'

const stock = await testStock()

/** One posting of a group, with the positions of its records in an organization's lists. */
type Wish = {
  product: number
  location: number | null
  lot: number | null
  person: number
  quantity: number
  way: ['in' | 'out', string | null] | 'adjustment'
}

const wish: fc.Arbitrary<Wish> = fc.record({
  product: fc.nat(5),
  location: fc.option(fc.nat(3), { freq: 9 }),
  lot: fc.option(fc.constant(0), { freq: 1 }),
  person: fc.nat(3),
  quantity: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) },
    { weight: 1, arbitrary: fc.constant(1.5) },
  ),
  way: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...stockInReasons).map((reason): Wish['way'] => ['in', reason]) },
    { weight: 6, arbitrary: fc.constantFrom(...stockOutReasons).map((reason): Wish['way'] => ['out', reason]) },
    { weight: 1, arbitrary: fc.constantFrom<Wish['way']>(['in', null], ['out', null], 'adjustment') },
  ),
})

/** More than there is, and one that can be posted: a group of both is refused at every position. */
const tooMuch: Wish = { product: 0, location: 0, lot: null, person: 0, quantity: 1_000_000, way: ['out', 'damaged'] }
const little: Wish = { ...tooMuch, person: 1, quantity: 1, way: ['in', 'customer_return'] }

const people: string[] = [0, 1, 2, 3].map(() => newId())

function lineOf({ products, locations, lots }: Fixture, { product, location, lot, quantity, way }: Wish): PostingLine {
  const stored = {
    location_id: location === null ? null : locations[location],
    lot_id: lot === null ? null : lots[lot],
  }
  const product_id = products[product] as string
  if (way === 'adjustment')
    return { product_id, ...stored, type: 'adjustment', quantity: quantity > 5 ? -quantity : quantity }
  const [type, reason] = way
  if (reason !== null) return { product_id, ...stored, type, reason, quantity }
  return type === 'in'
    ? {
        product_id,
        type,
        quantity,
        from_account: 'adjustment',
        to_account: 'available',
        to_location_id: stored.location_id,
      }
    : {
        product_id,
        type,
        quantity,
        from_account: 'available',
        from_location_id: stored.location_id,
        to_account: 'adjustment',
      }
}

type Outcome = { result: PostingResult; figures: object } | Refused

const isRefused = (outcome: Outcome): outcome is Refused => 'code' in outcome

async function alone({ org }: Fixture, actor: Poster, posting: NewPosting): Promise<Outcome> {
  const posted = org.inTx(async (tx) => {
    const result = await postStock(tx, actor, posting)
    const figures = await tx.one(sql<object>`
      select on_hand, available, held from product_totals
      where org_id = ${org.org_id} and product_id = ${posting.lines[0]?.product_id}`)
    return { result, figures }
  })
  return posted.catch(() => refusalOf(posted))
}

/** The position in its group of each refused posting. */
const refusedPositions = new Map<string, Set<'first' | 'middle' | 'last'>>()

test('postings in one group give the same tables, results and refusals as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 16 }), async (wishes) => {
      const [together, single] = [await makeFixture(stock), await makeFixture(stock)]
      const members = wishes.map((one) => ({ id: newId(), one, user_id: people[one.person] as string }))
      const memberOf = (world: Fixture, { id, one, user_id }: (typeof members)[number]) => ({
        actor: { org_id: world.org.org_id, user_id, email: 'ada@example.com' },
        posting: { id, kind: 'entry', notes: null, lines: [lineOf(world, one)] },
      })

      const postings = members.map((member) => memberOf(together, member))
      const posted = await together.org.inTx((tx) => postGroup(tx, together.org.org_id, postings))
      const outcomes = new Map<string, Outcome>()
      const isLeft = (member: (typeof members)[number]) => !posted[members.indexOf(member)]
      for (const [n, { actor, posting }] of postings.entries()) {
        const one = posted[n]
        outcomes.set(posting.id, one ? withFigures(one) : await alone(together, actor, posting))
      }
      // The postings that were left out ran after the others.
      const order = members.toSorted((a, b) => Number(isLeft(a)) - Number(isLeft(b)))
      for (const member of order) {
        const { actor, posting } = memberOf(single, member)
        const outcome = await alone(single, actor, posting)
        const ids = [member.id]
        expect(named(together, outcomes.get(member.id), ids)).toEqual(named(single, outcome, ids))
        if (isRefused(outcome)) noteRefusal(outcome.code, members.indexOf(member), members.length)
      }
      const ids = members.map(({ id }) => id)
      expect(await namedTables(together, ids)).toEqual(await namedTables(single, ids))
    }),
    { numRuns: 20, examples: [[[tooMuch, little, tooMuch, little, tooMuch]]] },
  )
  await stock.sound()
  // Otherwise the runs wouldn't have tested refusals between postings.
  expect([...(refusedPositions.get('insufficient_stock') ?? [])].toSorted()).toEqual(['first', 'last', 'middle'])
  for (const code of ['not_found', 'product_archived', 'too_many_decimals', 'location_not_active'])
    expect([...refusedPositions.keys()]).toContain(code)
})

const withFigures = ({ result, ...figures }: GroupPosted): Outcome => ({ result, figures })

function noteRefusal(code: string, position: number, count: number): void {
  const where = position === 0 ? 'first' : position === count - 1 ? 'last' : 'middle'
  refusedPositions.set(code, (refusedPositions.get(code) ?? new Set()).add(where))
}

test("every posting of a group is recorded after the previous one, under its person's name", async () => {
  const { org, products } = await makeFixture(stock)
  const members = people.map((user_id) => ({
    actor: { org_id: org.org_id, user_id, email: `${user_id}@example.com` },
    posting: {
      id: newId(),
      kind: 'entry',
      lines: [
        { product_id: products[0] as string, type: 'in' as const, reason: 'other', quantity: 1, location_id: org.main },
      ],
    },
  }))
  const posted = await org.inTx((tx) => postGroup(tx, org.org_id, members))
  const moments = posted.map((one) => one?.result.recorded_at ?? '')
  expect(moments.toSorted()).toEqual(moments)
  expect(new Set(moments).size).toBe(4)
  expect(posted.map((one) => one?.on_hand)).toEqual([11, 12, 13, 14])
  const { rows } = await stock.admin.query(
    'select user_id, user_reference from stock_postings where org_id = $1 and id = any ($2) order by recorded_at',
    [org.org_id, members.map(({ posting }) => posting.id)],
  )
  expect(rows).toEqual(people.map((user_id) => ({ user_id, user_reference: user_id })))
})

test('a group notifies once of a product that is low afterwards, not of one that was low for a moment', async () => {
  const org = await stock.organization()
  const [refilled, emptied] = [await org.product({ stock: 3 }), await org.product({ stock: 3, minimum: 2 })]
  const post = (product_id: string, type: 'in' | 'out', quantity: number) => ({
    actor: org.actor,
    posting: {
      id: newId(),
      kind: 'entry',
      lines: [{ product_id, type, reason: 'other', quantity, location_id: org.main }],
    },
  })
  const members = [post(refilled, 'out', 3), post(emptied, 'out', 1), post(refilled, 'in', 1), post(emptied, 'out', 2)]
  const posted = await org.inTx((tx) => postGroup(tx, org.org_id, members))
  expect(posted.map((one) => one?.on_hand)).toEqual([0, 2, 1, 0])
  const { rows } = await stock.admin.query(
    `select payload ->> 'product_id' as product_id, (payload ->> 'is_out')::boolean as is_out from outbox
     where org_id = $1 and payload ->> 'found' = 'low_stock'`,
    [org.org_id],
  )
  expect(rows).toEqual([{ product_id: emptied, is_out: true }])
})

test('a group with an existing id posts nothing', async () => {
  const { org, products } = await makeFixture(stock)
  const line = {
    product_id: products[0] as string,
    type: 'in' as const,
    reason: 'other',
    quantity: 1,
    location_id: org.main,
  }
  const member = (id = newId()) => ({ actor: org.actor, posting: { id, kind: 'entry', lines: [line] } })
  const known = newId()
  await org.post([line], { id: known })
  const attempt = org.inTx((tx) => postGroup(tx, org.org_id, [member(), member(known), member()]))
  expect(await refusalOf(attempt)).toMatchObject({ code: 'in_progress' })
  expect(await org.totals(products[0] as string)).toMatchObject({ on_hand: 11 })
})

test('a group that would begin in one month and end in the next counts in the next', async () => {
  // Only a sample company's postings may have another time than now.
  const org = await stock.organization({ is_sample: true })
  const line = {
    product_id: await org.product({ stock: 1 }),
    type: 'in' as const,
    reason: 'other',
    quantity: 1,
    location_id: org.main,
  }
  const members = people.map((user_id) => ({
    actor: { ...org.actor, user_id },
    posting: { id: newId(), kind: 'entry', lines: [line] },
  }))
  const posted = await org.inTx(async (tx) => {
    await tx.run(sql`select set_config('app.now', '2040-01-31 23:59:59.999998+00', true)`)
    return postGroup(tx, org.org_id, members)
  })
  expect(posted.map((one) => one?.result.recorded_at)).toEqual(
    ['', '.000001', '.000002', '.000003'].map((fraction) => `2040-02-01T00:00:00${fraction}+00:00`),
  )
  await stock.sound()
})
