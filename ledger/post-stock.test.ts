import { describe, expect, test } from 'vitest'
import { newId } from '../server/platform/ids.ts'
import type { MoveLine, PostingLine } from './posting.ts'
import { checkPosting, postMany, postStock } from './post-stock.ts'
import { opening, refusalOf, testStock } from './testing/scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

/** Every reason, what it does to 10 available and 4 held units when 3 move, and the account outside. */
const reasons: [type: 'in' | 'out', reason: string, from: string, to: string, available: number, held: number][] = [
  ['in', 'purchase_order', 'supplier', 'available', 13, 4],
  ['in', 'customer_return', 'customer', 'available', 13, 4],
  ['in', 'inventory_adjustment_plus', 'adjustment', 'available', 13, 4],
  ['in', 'qc_release', 'held', 'available', 13, 1],
  ['in', 'transfer_in', 'elsewhere', 'available', 13, 4],
  ['in', 'production_completion', 'production', 'available', 13, 4],
  ['in', 'sample_return', 'sample', 'available', 13, 4],
  ['in', 'other', 'adjustment', 'available', 13, 4],
  ['out', 'customer_order', 'available', 'customer', 7, 4],
  ['out', 'damaged', 'available', 'scrap', 7, 4],
  ['out', 'inventory_adjustment_minus', 'available', 'adjustment', 7, 4],
  ['out', 'qc_hold', 'available', 'held', 7, 7],
  ['out', 'transfer_out', 'available', 'elsewhere', 7, 4],
  ['out', 'production_usage', 'available', 'production', 7, 4],
  ['out', 'sample_distribution', 'available', 'sample', 7, 4],
  ['out', 'theft_loss', 'available', 'loss', 7, 4],
  ['out', 'expiration', 'available', 'scrap', 7, 4],
  ['out', 'other', 'available', 'adjustment', 7, 4],
  ['out', 'held_scrap', 'held', 'scrap', 10, 1],
  ['out', 'return_to_supplier', 'held', 'supplier', 10, 1],
]

async function tenAndFourHeld(): Promise<string> {
  const product_id = await org.product({ stock: 14 })
  await org.post([{ product_id, type: 'out', reason: 'qc_hold', quantity: 4, location_id: org.main }])
  return product_id
}

describe('each reason is an account', () => {
  for (const [type, reason, from_account, to_account, available, held] of reasons) {
    for (const location of ['a named location', 'no named location'] as const) {
      test(`${type} ${reason}, ${location}: ${from_account} → ${to_account}`, async () => {
        const product_id = await tenAndFourHeld()
        const location_id = location === 'a named location' ? org.main : undefined
        await org.post([{ product_id, type, reason, quantity: 3, location_id }])
        expect(await org.balances(product_id, org.main)).toMatchObject({ available, held, reserved: 0 })
        expect(await org.totals(product_id)).toMatchObject({ on_hand: available, available, held })
        const history = await org.history(product_id)
        expect(history.at(-1)).toMatchObject({
          type,
          reason,
          quantity: 3,
          from_account,
          to_account,
          on_hand_change: available - 10,
          held_change: held - 4,
        })
      })
    }
  }
})

describe('other lines', () => {
  test('an adjustment is signed', async () => {
    const product_id = await org.product({ stock: 10 })
    await org.post([{ product_id, type: 'adjustment', quantity: -3, location_id: org.main }])
    await org.post([{ product_id, type: 'adjustment', quantity: 5 }])
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 12 })
    expect((await org.history(product_id)).map((row) => [row.type, row.on_hand_change])).toEqual([
      ['opening', 10],
      ['adjustment', -3],
      ['adjustment', 5],
    ])
  })

  test('B20: a transfer changes no total, changes both locations, and is one row of the history', async () => {
    const product_id = await org.product({ stock: 10 })
    await org.post([
      move(product_id, 'available', 'available', 4, { from_location_id: org.main, to_location_id: org.second }),
    ])
    expect(await org.balances(product_id, org.main)).toMatchObject({ available: 6 })
    expect(await org.balances(product_id, org.second)).toMatchObject({ available: 4 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 10 })
    const history = await org.history(product_id)
    expect(history.map((row) => [row.type, row.quantity, row.on_hand_change])).toEqual([
      ['opening', 10, 10],
      ['transfer', 4, 0],
    ])
  })

  test('lines of a posting are applied in order: what came in can leave again', async () => {
    const product_id = await org.product()
    await org.post([
      { product_id, type: 'in', reason: 'other', quantity: 5, location_id: org.main },
      { product_id, type: 'out', reason: 'other', quantity: 5, location_id: org.main },
    ])
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0, is_out: true })
    const swapped: PostingLine[] = [
      { product_id, type: 'out', reason: 'other', quantity: 5, location_id: org.main },
      { product_id, type: 'in', reason: 'other', quantity: 5, location_id: org.main },
    ]
    expect(await org.refused(swapped)).toMatchObject({ code: 'insufficient_stock' })
  })

  test("units without a location go to the product's location", async () => {
    const byText = await org.product({ location: 'second' })
    await org.post([{ product_id: byText, type: 'in', reason: 'other', quantity: 1 }])
    expect(await org.balances(byText, org.second)).toMatchObject({ available: 1 })
    const byGoods = await org.product()
    await org.post([opening(byGoods, 2, org.second)])
    await org.post([{ product_id: byGoods, type: 'in', reason: 'other', quantity: 1 }])
    expect(await org.balances(byGoods, org.second)).toMatchObject({ available: 3 })
    const byDefault = await org.product()
    await org.post([{ product_id: byDefault, type: 'in', reason: 'other', quantity: 1 }])
    expect(await org.balances(byDefault, org.main)).toMatchObject({ available: 1 })
  })

  test('B6: a product counted in tenths keeps tenths exactly', async () => {
    const product_id = await org.product({ decimals: 3 })
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 355.4, location_id: org.main }])
    for (const quantity of [0.1, 0.2, 355.1]) {
      await org.post([{ product_id, type: 'out', reason: 'other', quantity, location_id: org.main }])
    }
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0 })
  })

  test("a movement has its own cost, or else the product's cost at that moment", async () => {
    const product_id = await org.product({ cost: 4 })
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main, unit_cost: 2.5 }])
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1 }])
    const { rows } = await stock.admin.query(
      'select unit_cost from stock_movements where product_id = $1 order by recorded_at',
      [product_id],
    )
    expect(rows).toEqual([{ unit_cost: 2.5 }, { unit_cost: 4 }])
  })
})

describe('refusals', () => {
  test('insufficient stock names the numbers', async () => {
    const product_id = await org.product({ stock: 5 })
    for (const location_id of [org.main, undefined]) {
      expect(
        await org.refused([{ product_id, type: 'out', reason: 'customer_order', quantity: 6, location_id }]),
      ).toMatchObject({
        code: 'insufficient_stock',
        details: { product_id, product: 'Bolt', asked: 6, available: 5, entry_no: 1 },
      })
    }
    expect(
      await org.refused([{ product_id, type: 'out', reason: 'customer_order', quantity: 1, location_id: org.second }]),
    ).toMatchObject({ code: 'insufficient_stock', details: { location: 'Second', asked: 1, available: 0 } })
  })

  test('every hostile quantity', async () => {
    const product_id = await org.product({ stock: 5 })
    const quantities = ['NaN', 'Infinity', '-Infinity', '1e309', 0, -0, -1, 1e11, '99999999999.99999', 1e300]
    for (const quantity of quantities as number[]) {
      for (const reason of ['other', 'customer_order']) {
        const type = reason === 'other' ? 'in' : 'out'
        const { code } = await org.refused([{ product_id, type, reason, quantity, location_id: org.main }])
        expect(['invalid_quantity', 'too_many_decimals'], String(quantity)).toContain(code)
      }
      const { code } = await org
        .refused([{ product_id, location_id: org.main, count_from: null, count_to: quantity }])
        .catch(() => ({ code: 'posted' }))
      if (Number(quantity) !== 0) expect(['invalid_quantity', 'too_many_decimals'], String(quantity)).toContain(code)
    }
    await org.post([{ product_id, location_id: org.main, count_from: null, count_to: 5 }])
  })

  const unknown = '00000000-0000-7000-8000-00000000dead'
  const wrong: [string, (product_id: string) => PostingLine, string][] = [
    ['an unknown reason', (product_id) => ({ product_id, type: 'in', reason: 'gift', quantity: 1 }), 'invalid_posting'],
    [
      'an out reason as in',
      (product_id) => ({ product_id, type: 'in', reason: 'damaged', quantity: 1 }),
      'invalid_posting',
    ],
    ['a misspelled account', (product_id) => move(product_id, 'avialable', 'customer', 1), 'invalid_posting'],
    ['a misspelled destination', (product_id) => move(product_id, 'available', 'custommer', 1), 'invalid_posting'],
    ['both ends outside', (product_id) => move(product_id, 'supplier', 'customer', 1), 'invalid_posting'],
    [
      'both ends the same',
      (product_id) =>
        move(product_id, 'available', 'available', 1, { from_location_id: org.main, to_location_id: org.main }),
      'invalid_posting',
    ],
    ['reserved without its line', (product_id) => move(product_id, 'available', 'reserved', 1), 'invalid_posting'],
    ['incoming without its line', (product_id) => move(product_id, 'supplier', 'incoming', 1), 'invalid_posting'],
    [
      'a foreign product',
      () => ({ product_id: unknown, type: 'in', reason: 'other', quantity: 1, location_id: org.main }),
      'not_found',
    ],
    [
      'a foreign location',
      (product_id) => ({ product_id, type: 'in', reason: 'other', quantity: 1, location_id: unknown }),
      'not_found',
    ],
    [
      'a foreign lot',
      (product_id) => ({
        product_id,
        type: 'in',
        reason: 'other',
        quantity: 1,
        location_id: org.main,
        lot_id: unknown,
      }),
      'not_found',
    ],
    [
      'a foreign lot going out',
      (product_id) => ({ product_id, type: 'out', reason: 'other', quantity: 1, lot_id: unknown }),
      'not_found',
    ],
    [
      'too many decimals',
      (product_id) => ({ product_id, type: 'in', reason: 'other', quantity: 0.5, location_id: org.main }),
      'too_many_decimals',
    ],
    [
      'a negative cost',
      (product_id) => ({ product_id, type: 'in', reason: 'other', quantity: 1, unit_cost: -1 }),
      'invalid_posting',
    ],
  ]
  for (const [name, line, code] of wrong) {
    test(`${name}: ${code}`, async () => {
      const product_id = await org.product({ stock: 5 })
      expect(await org.refused([line(product_id)])).toMatchObject({ code })
      expect(await org.totals(product_id)).toMatchObject({ on_hand: 5 })
    })
  }

  test("stock can't be moved into an inactive location but can be moved out", async () => {
    const product_id = await org.product({ stock: 5 })
    const closing = await org.location('Closing')
    await org.post([
      move(product_id, 'available', 'available', 2, { from_location_id: org.main, to_location_id: closing }),
    ])
    await stock.admin.query('update locations set is_active = false where id = $1', [closing])
    for (const line of [
      { product_id, type: 'in', reason: 'other', quantity: 1, location_id: closing } as const,
      move(product_id, 'available', 'available', 1, { from_location_id: org.main, to_location_id: closing }),
    ]) {
      expect(await org.refused([line])).toMatchObject({ code: 'location_not_active', details: { location: 'Closing' } })
    }
    await org.post([{ product_id, type: 'out', reason: 'other', quantity: 2, location_id: closing }])
  })

  test('a level has an upper limit', async () => {
    const product_id = await org.product({ stock: 99_999_999_999 })
    expect(
      await org.refused([{ product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main }]),
    ).toMatchObject({
      code: 'balance_overflow',
    })
  })

  test("a session of another organization can't post here", async () => {
    const product_id = await org.product({ stock: 5 })
    const other = await stock.organization()
    const posting = {
      id: newId(),
      kind: 'entry',
      lines: [{ product_id, type: 'in' as const, reason: 'other', quantity: 1 }],
    }
    expect(await refusalOf(other.inTx((tx) => postStock(tx, org.actor, posting)))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(other.inTx((tx) => postStock(tx, other.actor, posting)))).toMatchObject({
      code: 'not_found',
    })
  })

  test('dates: not before the books were closed, not in the future', async () => {
    const books = await stock.organization()
    const product_id = await books.product({ stock: 5 })
    await stock.admin.query(`update organizations set books_closed_until = '2026-01-01' where org_id = $1`, [
      books.org_id,
    ])
    const line: PostingLine = { product_id, type: 'in', reason: 'other', quantity: 1, location_id: books.main }
    expect(await books.refused([line], { happened_at: '2025-12-31T23:59:59Z' })).toMatchObject({
      code: 'period_closed',
    })
    const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect(await books.refused([line], { happened_at: ahead(6) })).toMatchObject({ code: 'happened_in_future' })
    expect(await books.refused([line], { happened_at: 'infinity' })).toMatchObject({ code: 'happened_in_future' })
    await books.post([line], { happened_at: ahead(4) })
    await books.post([line], { happened_at: '2026-01-01T00:00:00Z' })
  })

  test('only a given time locks the organization until the end of the transaction', async () => {
    const product_id = await org.product({ stock: 5 })
    const locksOrganization = (happened_at: string | null) =>
      org.inTx(async (tx) => {
        // Without a location, the general path posts it.
        const lines: PostingLine[] = [{ product_id, type: 'out', reason: 'other', quantity: 1 }]
        await postStock(tx, org.actor, { id: newId(), kind: 'entry', happened_at, lines })
        const { rows } = await stock.admin.query(
          'select from organizations where org_id = $1 for no key update skip locked',
          [org.org_id],
        )
        return rows.length === 0
      })
    expect(await locksOrganization('2026-01-01T00:00:00Z')).toBe(true)
    expect(await locksOrganization(null)).toBe(false)
  })
})

describe('checking', () => {
  test('returns every refusal at once and changes nothing', async () => {
    const product_id = await org.product({ stock: 5 })
    const id = newId()
    const lines: PostingLine[] = [
      { product_id, type: 'out', reason: 'other', quantity: 9 },
      { product_id, type: 'out', reason: 'other', quantity: 3 },
      { product_id, type: 'in', reason: 'gift', quantity: 1 },
      { product_id, type: 'out', reason: 'other', quantity: 3 },
    ]
    const refusals = await org.inTx((tx) => checkPosting(tx, org.actor, [{ id, kind: 'entry', lines }]))
    expect(refusals.map(({ entry_no, code }) => [entry_no, code])).toEqual([
      [1, 'insufficient_stock'],
      [3, 'invalid_posting'],
      [4, 'insufficient_stock'],
    ])
    expect(refusals[2]?.detail).toMatchObject({ asked: 3, available: 2 })
    expect(await org.refused(lines, { id })).toMatchObject({ code: 'insufficient_stock', details: { asked: 9 } })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 5 })
    const { rows } = await stock.admin.query('select from posting_keys where id = $1', [id])
    expect(rows).toEqual([])
  })
})

describe('many postings in one call', () => {
  test('all or none, with results in order, and first results for known ids', async () => {
    const one = await org.product({ stock: 5 })
    const two = await org.product()
    const postings = [one, two].map((product_id) => ({
      id: newId(),
      kind: 'import',
      lines: [{ product_id, type: 'in' as const, reason: 'other', quantity: 2 }],
    }))
    const first = await org.inTx((tx) => postMany(tx, org.actor, postings))
    expect(first.map((result) => result.posting_id)).toEqual(postings.map((posting) => posting.id))
    const entries = await stock.admin.query('select entry_no from stock_movements where posting_id = any ($1)', [
      postings.map(({ id }) => id),
    ])
    expect(entries.rows).toEqual([{ entry_no: 1 }, { entry_no: 1 }])
    const again = await org.inTx((tx) =>
      postMany(tx, org.actor, [
        ...postings,
        { id: newId(), kind: 'import', lines: [{ product_id: two, type: 'out', reason: 'other', quantity: 1 }] },
      ]),
    )
    expect(again.slice(0, 2)).toEqual(first)
    expect(await org.totals(one)).toMatchObject({ on_hand: 7 })
    expect(await org.totals(two)).toMatchObject({ on_hand: 1 })
    const tooMuch = org.inTx((tx) =>
      postMany(tx, org.actor, [
        { id: newId(), kind: 'import', lines: [{ product_id: one, type: 'in', reason: 'other', quantity: 1 }] },
        { id: newId(), kind: 'import', lines: [{ product_id: two, type: 'out', reason: 'other', quantity: 9 }] },
      ]),
    )
    expect(await refusalOf(tooMuch)).toMatchObject({
      code: 'insufficient_stock',
      details: { posting_no: 2, available: 1 },
    })
    expect(await org.totals(one)).toMatchObject({ on_hand: 7 })
  })

  test('known and repeated ids keep their place among new ones', async () => {
    const product_id = await org.product()
    const make = (quantity: number) => ({
      id: newId(),
      kind: 'import',
      lines: [{ product_id, type: 'in' as const, reason: 'other', quantity }],
    })
    const [one, known, three] = [make(1), make(2), make(4)]
    const post = (...postings: (typeof one)[]) => org.inTx((tx) => postMany(tx, org.actor, postings))
    const [first] = await post(known)
    const results = await post(one, known, one, three)
    expect(results.map(({ posting_id, movements }) => [posting_id, movements])).toEqual([
      [one.id, 1],
      [known.id, 1],
      [one.id, 0],
      [three.id, 1],
    ])
    expect(results[1]).toEqual(first)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 7 })

    const changed = { ...known, kind: 'entry' }
    expect(await refusalOf(post(make(8), changed))).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await refusalOf(post(make(8), { ...one, id: newId(), kind: undefined as never }))).toMatchObject({
      code: 'invalid_posting',
    })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 7 })
  })

  test('each counts in the month it happened, and each entry is one row of the history', async () => {
    const product_id = await org.product({ stock: 10 })
    await org.post([opening(product_id, 5, org.second)])
    const happened_at = new Date(Date.now() - 70 * 86_400_000).toISOString()
    const out = (entry_no: number, quantity: number): PostingLine => ({
      product_id,
      type: 'out',
      reason: 'other',
      entry_no,
      quantity,
    })
    // Recorded at the same moment, they are sorted by their ids in the history.
    const [first, second] = [newId(), newId()].toSorted() as [string, string]
    const postings = [
      { id: first, kind: 'import', happened_at, lines: [out(1, 2), out(2, 1)] },
      // More than one location has: two legs of one entry.
      { id: second, kind: 'import', lines: [out(1, 1), out(2, 9)] },
    ]
    const results = await org.inTx((tx) => postMany(tx, org.actor, postings))
    expect(results.map((result) => result.movements)).toEqual([2, 3])
    const history = await org.history(product_id)
    expect(history.slice(2).map((row) => [row.posting_id, row.on_hand_change])).toEqual([
      [first, -2],
      [first, -1],
      [second, -1],
      [second, -9],
    ])
    const { rows } = await stock.admin.query(
      `select (available_happened / 10000)::int as happened, (available_recorded / 10000)::int as recorded
       from product_months where product_id = $1 order by month`,
      [product_id],
    )
    expect(rows).toEqual([
      { happened: -3, recorded: 0 },
      { happened: 5, recorded: 2 },
    ])
  })
})

test('the data is sound afterwards', () => stock.sound())

function move(product_id: string, from: string, to: string, quantity: number, rest: Partial<MoveLine> = {}): MoveLine {
  return {
    product_id,
    from_account: from as MoveLine['from_account'],
    to_account: to as MoveLine['to_account'],
    quantity,
    ...rest,
  }
}
