import { describe, expect, test } from 'vitest'
import { newId } from '../server/platform/ids.ts'
import { lockAwaited } from '../server/testing/lock-awaited.ts'
import { sql } from '../server/platform/sql.ts'
import { releaseLine, reserveLine, shipLine } from './demands.ts'
import type { Demand, DocumentKind, MoveLine } from './posting.ts'
import { postGroup, reserveGroup } from './post-group.ts'
import { postMany } from './post-stock.ts'
import { refusalOf, testStock } from './testing/scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

/** A document line that wants `wanted` units. */
function demandOf(product_id: string, wanted: number, fields: Partial<Demand> = {}): Demand {
  const document_kind: DocumentKind = 'sales_order'
  return { document_line_id: newId(), document_kind, document_id: newId(), product_id, wanted, ...fields }
}

/** Places a sales line: registers it and reserves what is available. */
async function placed(product_id: string, wanted: number, fields: Partial<Demand> = {}): Promise<Demand> {
  const demand = demandOf(product_id, wanted, fields)
  await org.post([reserveLine({ ...demand, location_id: demand.location_id })].map(onlyLine), {
    kind: 'reservation',
    demands: [demand],
  })
  return demand
}

function onlyLine({ product_id, document_line_id, ...rest }: MoveLine & Partial<Demand>): MoveLine {
  const { from_account, from_location_id, to_account, quantity, up_to } = rest
  return { product_id, document_line_id, from_account, from_location_id, to_account, quantity, up_to }
}

const lineOf = ({ document_line_id, product_id }: Demand) => ({ document_line_id, product_id })

async function reserved({ document_line_id }: Demand): Promise<number> {
  const row = await org.inTx((tx) =>
    tx.one(sql<{ units: number }>`
      select coalesce(sum(quantity), 0) as units from stock_commitments
      where org_id = ${org.org_id} and document_line_id = ${document_line_id}`),
  )
  return row.units
}

describe('sales lines', () => {
  test('reserve available units; the rest is backordered', async () => {
    const product_id = await org.product({ stock: 10 })
    const one = await placed(product_id, 6)
    const two = await placed(product_id, 7)
    expect([await reserved(one), await reserved(two)]).toEqual([6, 4])
    expect(await org.balances(product_id)).toMatchObject({ available: 0, reserved: 10 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 10, available: 0, backordered: 3 })
  })

  test('ship reserved units first, then available ones, never more than wanted', async () => {
    const product_id = await org.product({ stock: 4 })
    const line = await placed(product_id, 6)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5 }])
    await org.post([shipLine({ ...lineOf(line), quantity: 5 })], { kind: 'shipment' })
    expect(await org.balances(product_id)).toMatchObject({ available: 4, reserved: 0 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 4, backordered: 1 })
    expect(await org.refused([shipLine({ ...lineOf(line), quantity: 2 })])).toMatchObject({
      code: 'exceeds_demand',
      details: { wanted: 6, fulfilled: 5, asked: 2 },
    })
    await org.post([shipLine(lineOf(line))], { kind: 'shipment' })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 3, backordered: 0 })
    expect(
      (await org.history(product_id)).filter((row) => row.type === 'out').map((row) => row.on_hand_change),
    ).toEqual([-5, -1])
  })

  test('ship fresh units instead of reserved ones that have expired, which are released', async () => {
    const product_id = await org.product()
    const old = await org.lot(product_id, 'old', '2000-01-01')
    const line = await reservedThenExpired(product_id, old)
    const shipped = await org.post([shipLine({ ...lineOf(line), quantity: 3 })], { kind: 'shipment' })
    expect(shipped.released).toEqual([])
    expect(await reserved(line)).toBe(0)
    expect(await org.balances(product_id, org.main, old)).toMatchObject({ available: 5, reserved: 0 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 7, available: 7, backordered: 2 })
    expect((await org.history(product_id)).at(-1)).toMatchObject({ type: 'out', quantity: 3 })
    await org.fill(product_id)
    expect(await org.balances(product_id, org.main, product_id)).toMatchObject({ available: 0, reserved: 2 })
    await org.post([shipLine(lineOf(line))], { kind: 'shipment' })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 5, backordered: 0 })
  })

  test('give back expired units first', async () => {
    const product_id = await org.product()
    const old = await org.lot(product_id, 'old', '2000-01-01')
    const line = await reservedThenExpired(product_id, old, 10)
    await expires(old, null)
    await org.fill(product_id)
    await expires(old, '2000-01-01')
    expect(await reserved(line)).toBe(10)
    await org.post([releaseLine({ ...lineOf(line), quantity: 5 })])
    expect(await org.balances(product_id, org.main, old)).toMatchObject({ available: 5, reserved: 0 })
    expect(await org.balances(product_id, org.main, product_id)).toMatchObject({ available: 0, reserved: 5 })
  })

  test('get new units before newer lines do, in place of reserved ones that have expired', async () => {
    const product_id = await org.product()
    const old = await org.lot(product_id, 'old', '2000-01-01')
    const older = await reservedThenExpired(product_id, old)
    await org.post([
      { product_id, type: 'out', reason: 'other', quantity: 2, lot_id: product_id, location_id: org.main },
    ])
    const newer = demandOf(product_id, 3)
    await org.post([], { kind: 'reservation', demands: [newer] })
    await org.fill(product_id)
    expect([await reserved(older), await reserved(newer)]).toEqual([3, 0])
    expect(await org.balances(product_id, org.main, old)).toMatchObject({ available: 5, reserved: 0 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 8, available: 5, backordered: 5 })
    expect(await org.fill(product_id)).toMatchObject({ movements: 0 })
    expect(await org.post([shipLine({ ...lineOf(older), quantity: 3 })], { kind: 'shipment' })).toMatchObject({
      movements: 1,
    })
  })

  test('give up expired units even if there are no others', async () => {
    const product_id = await org.product()
    const old = await org.lot(product_id, 'old', '2000-01-01')
    const line = await reservedThenExpired(product_id, old)
    await org.post([
      { product_id, type: 'out', reason: 'other', quantity: 5, lot_id: product_id, location_id: org.main },
    ])
    await org.fill(product_id)
    expect(await reserved(line)).toBe(0)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 5, available: 5, backordered: 5 })
  })

  /** A line that has reserved 5 units of a lot that then expired, with 5 units without a lot received since. */
  async function reservedThenExpired(product_id: string, lot: string, wanted = 5) {
    await expires(lot, null)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5, lot_id: lot, location_id: org.main }])
    const line = await placed(product_id, wanted)
    await expires(lot, '2000-01-01')
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5, location_id: org.main }])
    return line
  }

  const expires = (lot: string, day: string | null) =>
    stock.admin.query('update lots set expires_on = $2 where id = $1', [lot, day])

  test('units returned by the customer are wanted again', async () => {
    const product_id = await org.product({ stock: 3 })
    const line = await placed(product_id, 3)
    await org.post([shipLine(lineOf(line))], { kind: 'shipment' })
    const back: MoveLine = {
      ...lineOf(line),
      from_account: 'customer',
      to_account: 'held',
      to_location_id: org.main,
      quantity: 2,
    }
    await org.post([back], { kind: 'shipment_failed' })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0, held: 2, backordered: 2 })
    expect(await org.refused([{ ...back, quantity: 2 }])).toMatchObject({ code: 'exceeds_demand' })
  })

  test('B25: releasing 2 of 10 reserved units leaves 8', async () => {
    const product_id = await org.product({ stock: 10 })
    const line = await placed(product_id, 10)
    const result = await org.post([releaseLine({ ...lineOf(line), quantity: 2 })])
    // A full release is intended: no reservation was released because stock was short.
    expect(result.released).toEqual([])
    expect(await reserved(line)).toBe(8)
    expect(await org.balances(product_id)).toMatchObject({ available: 2, reserved: 8 })
    expect(await org.refused([releaseLine({ ...lineOf(line), quantity: 9 })])).toMatchObject({
      code: 'insufficient_stock',
      details: { asked: 9, available: 8 },
    })
  })

  test("one line can't take units reserved for another", async () => {
    const product_id = await org.product({ stock: 5 })
    const owner = await placed(product_id, 5)
    const other = await placed(product_id, 5)
    expect(await org.refused([shipLine(lineOf(other))])).toMatchObject({
      code: 'insufficient_stock',
      details: { available: 0 },
    })
    expect(await org.refused([releaseLine({ ...lineOf(other), quantity: 1 })])).toMatchObject({
      code: 'insufficient_stock',
    })
    expect(await org.refused([{ product_id, type: 'out', reason: 'customer_order', quantity: 1 }])).toMatchObject({
      code: 'insufficient_stock',
      details: { available: 0 },
    })
    expect(await reserved(owner)).toBe(5)
  })

  test('wanted follows an edited order: more is backordered, less requires a release first', async () => {
    const product_id = await org.product({ stock: 5 })
    const line = await placed(product_id, 5)
    await org.post([], { kind: 'order_edited', demands: [{ ...line, wanted: 8 }] })
    expect(await org.totals(product_id)).toMatchObject({ backordered: 3 })
    expect(await org.refused([], { demands: [{ ...line, wanted: 2 }] })).toMatchObject({
      code: 'exceeds_demand',
      details: { wanted: 2, committed: 5 },
    })
    await org.post([releaseLine({ ...lineOf(line), quantity: 3 })], { demands: [{ ...line, wanted: 2 }] })
    expect(await org.totals(product_id)).toMatchObject({ available: 3, backordered: 0 })
    await org.post([releaseLine(lineOf(line))], { demands: [{ ...line, wanted: 0 }] })
    expect(await org.balances(product_id)).toMatchObject({ available: 5, reserved: 0 })
  })

  test('B8: twenty orders reserve, ship and cancel concurrently: reserved units match between levels and lines', async () => {
    const product_id = await org.product({ stock: 30 })
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const line = await placed(product_id, 2)
        const there = await reserved(line)
        if (there > 0 && index % 3 === 0)
          await org.post([shipLine({ ...lineOf(line), quantity: there })], { kind: 'shipment' })
        if (there > 0 && index % 3 === 1)
          await org.post([releaseLine(lineOf(line))], { demands: [{ ...line, wanted: 0 }] })
      }),
    )
    await org.fill(product_id)
    const { rows } = await stock.admin.query(
      'select sum(quantity) as units from stock_commitments where product_id = $1',
      [product_id],
    )
    expect(await org.balances(product_id)).toMatchObject({ reserved: rows[0].units })
    await stock.sound()
  })

  test('a demand at one location is filled only from there', async () => {
    const product_id = await org.product({ stock: 5 })
    const line = await placed(product_id, 5, { location_id: org.second })
    expect(await reserved(line)).toBe(0)
    const elsewhere: MoveLine = {
      ...lineOf(line),
      from_account: 'available',
      from_location_id: org.main,
      to_account: 'reserved',
      quantity: 1,
    }
    expect(await org.refused([elsewhere])).toMatchObject({ code: 'invalid_posting' })
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 2, location_id: org.second }])
    await org.fill(product_id)
    expect(await org.balances(product_id, org.second)).toMatchObject({ available: 0, reserved: 2 })
    expect(await org.balances(product_id, org.main)).toMatchObject({ available: 5, reserved: 0 })
  })

  test('each kind of document has its own accounts', async () => {
    const product_id = await org.product({ stock: 5 })
    const purchase = demandOf(product_id, 5, { document_kind: 'purchase_order' })
    expect(await org.refused([reserveLine(lineOf(purchase))], { demands: [purchase] })).toMatchObject({
      code: 'invalid_posting',
    })
    const unknown = { document_line_id: newId(), product_id, quantity: 1 }
    expect(await org.refused([reserveLine(unknown)])).toMatchObject({ code: 'invalid_posting' })
  })
})

test('a line that appears twice in one call wants the last quantity', async () => {
  const product_id = await org.product({ stock: 2 })
  const line = demandOf(product_id, 5)
  const wanted = (fields: Partial<Demand>) => ({
    id: newId(),
    kind: 'order',
    demands: [{ ...line, ...fields }],
    lines: [reserveLine(lineOf(line))],
  })
  await org.inTx((tx) => postMany(tx, org.actor, [wanted({}), wanted({ wanted: 7 }), wanted({ wanted: 4 })]))
  expect(await reserved(line)).toBe(2)
  expect(await org.totals(product_id)).toMatchObject({ available: 0, backordered: 2 })
  // Settling doesn't say how many.
  await org.post([{ product_id, type: 'in', reason: 'other', quantity: 3 }])
  await org.inTx((tx) =>
    postMany(tx, org.actor, [wanted({ wanted: 6 }), { ...wanted({ wanted: null, settles: true }), lines: [] }]),
  )
  expect(await reserved(line)).toBe(5)
  expect(await org.totals(product_id)).toMatchObject({ available: 0, backordered: 0 })
  const other = demandOf(product_id, 1)
  const refused = org.post([], {
    demands: [line, { ...other, wanted: -1 }, { ...line, product_id: await org.product() }],
  })
  expect(await refusalOf(refused)).toMatchObject({ code: 'invalid_posting' })
})

test('an existing line keeps its location unless it is moved', async () => {
  const line = await placed(await org.product(), 3, { location_id: org.second })
  const locationOf = () =>
    org.inTx((tx) =>
      tx.one(sql<{ location_id: string }>`
        select location_id from stock_demands
        where org_id = ${org.org_id} and document_line_id = ${line.document_line_id}`),
    )
  await org.post([], { demands: [{ ...line, location_id: org.main, wanted: 4 }] })
  expect(await locationOf()).toEqual({ location_id: org.second })
  await org.post([], { demands: [{ ...line, location_id: org.main, relocates: true }] })
  expect(await locationOf()).toEqual({ location_id: org.main })
})

test("no line waits at a closed location, unless it's shipped completely", async () => {
  const product_id = await org.product({ stock: 5 })
  const closed = await org.location('Closed', { is_active: false })
  const refusal = { code: 'location_not_active', details: { product_id, location: 'Closed' } }
  const demand = demandOf(product_id, 3, { location_id: closed })
  expect(await refusalOf(placed(product_id, 3, { location_id: closed }))).toMatchObject(refusal)
  const short = { id: newId(), kind: 'order', demands: [demand], lines: [reserveLine(demand)] }
  expect(await org.inTx((tx) => reserveGroup(tx, org.org_id, [{ actor: org.actor, posting: short }]))).toEqual([null])

  const sold = await placed(product_id, 3, { location_id: org.main })
  const moved = { ...sold, location_id: closed, relocates: true }
  const releasing = [releaseLine(lineOf(sold))]
  expect(await org.refused(releasing, { demands: [moved] })).toMatchObject(refusal)
  await org.post([shipLine({ ...lineOf(sold), quantity: 3 })], { kind: 'shipment' })
  await org.post([], { demands: [moved] })
  expect(await org.refused([], { demands: [{ ...sold, wanted: 4 }] })).toMatchObject(refusal)
})

test('a moved line must release what it has at its old location in the same posting', async () => {
  const product_id = await org.product({ stock: 5 })
  const line = await placed(product_id, 3, { location_id: org.main })
  expect(await reserved(line)).toBe(3)
  const moved = { ...line, location_id: org.second, relocates: true }
  expect(await org.refused([], { demands: [moved] })).toMatchObject({ code: 'exceeds_demand' })
  expect([await reserved(line), (await org.balances(product_id, org.main)).reserved]).toEqual([3, 3])
  await org.post([releaseLine({ ...lineOf(line), location_id: org.main })].map(onlyLine), { demands: [moved] })
  expect([await reserved(line), (await org.balances(product_id, org.main)).reserved]).toEqual([0, 0])
})

describe('stock below what is reserved', () => {
  test('takes available units first, then the newest reservations, and names them', async () => {
    const product_id = await org.product({ stock: 10 })
    const older = await placed(product_id, 4)
    const newer = await placed(product_id, 4)
    const result = await org.post([{ product_id, type: 'out', reason: 'damaged', quantity: 5, location_id: org.main }])
    expect(result.released).toMatchObject([
      { document_line_id: newer.document_line_id, location_id: org.main, quantity: 3 },
    ])
    expect([await reserved(older), await reserved(newer)]).toEqual([4, 1])
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 5, available: 0, backordered: 3 })
    expect((await org.history(product_id)).at(-1)).toMatchObject({ reason: 'damaged', quantity: 5, on_hand_change: -5 })
  })

  test('says what this reason may take here', async () => {
    const product_id = await org.product({ stock: 10 })
    await placed(product_id, 8)
    const take = (reason: string) =>
      org.refused([{ product_id, type: 'out', reason, quantity: 11, location_id: org.main }])
    expect(await take('theft_loss')).toMatchObject({ details: { asked: 11, available: 10 } })
    expect(await take('customer_order')).toMatchObject({ details: { asked: 11, available: 2 } })
    expect(await org.refused([{ product_id, type: 'adjustment', quantity: -3, location_id: org.main }])).toMatchObject({
      code: 'insufficient_stock',
      details: { available: 2 },
    })
  })

  test('a count may', async () => {
    const product_id = await org.product({ stock: 10 })
    const line = await placed(product_id, 8)
    const result = await org.post([{ product_id, location_id: org.main, count_from: 10, count_to: 6 }], {
      kind: 'count',
    })
    expect(result.released).toMatchObject([{ quantity: 2 }])
    expect(await reserved(line)).toBe(6)
  })

  test('only at the named location', async () => {
    const product_id = await org.product({ stock: 5 })
    await placed(product_id, 5)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 2, location_id: org.second }])
    expect(
      await org.refused([{ product_id, type: 'out', reason: 'damaged', quantity: 3, location_id: org.second }]),
    ).toMatchObject({
      details: { available: 2 },
    })
  })
})

describe('backorders', () => {
  test('a posting that makes units available queues a job only if an order is waiting', async () => {
    const product_id = await org.product()
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1 }])
    const before = await outbox()
    await placed(product_id, 5)
    expect(await outbox()).toEqual(before)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 2, location_id: org.main }])
    expect((await outbox()).slice(before.length)).toEqual([
      { kind: 'backorders', payload: { product_ids: [product_id] } },
    ])
    await org.post([
      { product_id, from_account: 'adjustment', to_account: 'available', to_location_id: org.main, quantity: 1 },
    ])
    expect(await outbox()).toHaveLength(before.length + 2)
  })

  test('units that arrive at the location of an order queue the job, even if the product gets no more', async () => {
    const product_id = await org.product({ stock: 10 })
    const line = await placed(product_id, 5, { location_id: org.second })
    const before = (await outbox()).length
    const move = (from_location_id: string, to_location_id: string, quantity: number): MoveLine => ({
      product_id,
      from_account: 'available',
      from_location_id,
      to_account: 'available',
      to_location_id,
      quantity,
    })
    await org.post([move(org.main, org.second, 4)], { kind: 'transfer' })
    expect(await outbox()).toHaveLength(before + 1)
    await org.fill(product_id)
    expect(await reserved(line)).toBe(4)

    const entry = (location_id: string, type: 'in' | 'out') => ({
      id: newId(),
      kind: 'entry',
      lines: [{ product_id, location_id, type, reason: 'other', quantity: 1 } as const],
    })
    await org.inTx((tx) =>
      postGroup(tx, org.org_id, [
        { actor: org.actor, posting: entry(org.second, 'in') },
        { actor: org.actor, posting: entry(org.main, 'out') },
      ]),
    )
    expect(await outbox()).toHaveLength(before + 2)
  })

  test('are filled oldest first, each up to the wanted quantity', async () => {
    const product_id = await org.product()
    const third = await placed(product_id, 5, { placed_at: '2026-03-03T00:00:00Z' })
    const first = await placed(product_id, 5, { placed_at: '2026-01-01T00:00:00Z' })
    const second = await placed(product_id, 5, { placed_at: '2026-02-02T00:00:00Z' })
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 8 }])
    await org.fill(product_id)
    expect([await reserved(first), await reserved(second), await reserved(third)]).toEqual([5, 3, 0])
    expect(await org.totals(product_id)).toMatchObject({ available: 0, backordered: 7 })
    expect(await org.fill(product_id)).toMatchObject({ movements: 0 })
  })

  test('are filled exactly once by ten concurrent jobs', async () => {
    const product_id = await org.product()
    const lines = await Promise.all(Array.from({ length: 6 }, () => placed(product_id, 3)))
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 10 }])
    await Promise.all(Array.from({ length: 10 }, () => org.fill(product_id)))
    const units = await Promise.all(lines.map(reserved))
    expect(units.reduce((sum, one) => sum + one, 0)).toBe(10)
    expect(Math.max(...units)).toBe(3)
  })

  test('a line that has all it wants is not locked', async () => {
    const product_id = await org.product({ stock: 2 })
    const complete = await placed(product_id, 2)
    const short = await placed(product_id, 3)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 5 }])
    await stock.admin.query('begin')
    try {
      await lock(complete)
      expect(await org.fill(product_id)).toMatchObject({ movements: 1 })
    } finally {
      await stock.admin.query('rollback')
    }
    expect(await reserved(short)).toBe(3)
  })

  test('a line that becomes short while others are filled is filled afterwards', async () => {
    const product_id = await org.product({ stock: 2 })
    const complete = await placed(product_id, 2)
    const short = await placed(product_id, 5)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 10 }])
    const before = (await outbox()).length
    await stock.admin.query('begin')
    await lock(short)
    const filling = org.fill(product_id)
    await lockAwaited(stock.admin)
    await org.post([], { demands: [{ ...complete, wanted: 4 }] })
    await stock.admin.query('commit')
    expect(await filling).toMatchObject({ movements: 1 })
    expect([await reserved(complete), await reserved(short)]).toEqual([2, 5])
    expect(await outbox()).toHaveLength(before + 1)
    await org.fill(product_id)
    expect(await reserved(complete)).toBe(4)
  })

  test('fifty waiting lines are filled in one run', async () => {
    const product_id = await org.product()
    for (let line = 0; line < 50; line++) await placed(product_id, 2)
    await org.post([{ product_id, type: 'in', reason: 'other', quantity: 100 }])
    expect(await org.fill(product_id)).toMatchObject({ movements: 50 })
  })

  function lock({ document_line_id }: Demand): Promise<unknown> {
    const statement = 'select from stock_demands where org_id = $1 and document_line_id = $2 for no key update'
    return stock.admin.query(statement, [org.org_id, document_line_id])
  }

  async function outbox(): Promise<unknown[]> {
    const { rows } = await stock.admin.query(
      `select kind, payload from outbox where org_id = $1 and kind = 'backorders' order by id`,
      [org.org_id],
    )
    return rows
  }
})

describe('purchase lines', () => {
  test('ordered units are incoming until they are received, good or damaged', async () => {
    const product_id = await org.product()
    const line = demandOf(product_id, 10, { document_kind: 'purchase_order', location_id: org.main })
    const incoming: MoveLine = {
      ...lineOf(line),
      from_account: 'supplier',
      to_account: 'incoming',
      to_location_id: org.main,
      quantity: null,
    }
    await org.post([incoming], { kind: 'order', demands: [line] })
    expect(await org.balances(product_id)).toMatchObject({ incoming: 10 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0, backordered: 0 })
    const receive = (quantity: number, to_account: 'available' | 'held'): MoveLine => ({
      ...lineOf(line),
      from_account: 'incoming',
      to_account,
      to_location_id: org.second,
      quantity,
    })
    await org.post([receive(6, 'available'), receive(1, 'held')], { kind: 'receipt' })
    expect(await org.balances(product_id, org.second)).toMatchObject({ available: 6, held: 1 })
    expect(await org.refused([receive(4, 'available')])).toMatchObject({
      code: 'insufficient_stock',
      details: { asked: 4, available: 3 },
    })
    const cancelled: MoveLine = { ...lineOf(line), from_account: 'incoming', to_account: 'supplier', quantity: null }
    await org.post([cancelled], { demands: [{ ...line, wanted: 7 }] })
    expect(await org.balances(product_id)).toMatchObject({ available: 6, held: 1, incoming: 0 })
    expect((await org.history(product_id)).map((row) => row.type)).toEqual(['commitment', 'in', 'in', 'commitment'])
  })
})

test('removing stock first still locks the locations and document lines of later entries', async () => {
  const line = demandOf(await org.product(), 10, { document_kind: 'purchase_order' })
  const named = { ...lineOf(line), from_location_id: org.main }
  const coming: MoveLine = {
    ...lineOf(line),
    from_account: 'supplier',
    to_account: 'incoming',
    to_location_id: org.main,
    quantity: 10,
  }
  await org.post([coming], { demands: [line] })
  const fewer: MoveLine = { ...named, from_account: 'incoming', to_account: 'supplier', quantity: 2 }
  const elsewhere: MoveLine = {
    ...named,
    from_account: 'incoming',
    to_account: 'incoming',
    to_location_id: org.second,
    quantity: 8,
  }
  await org.post([fewer, elsewhere], { demands: [{ ...line, wanted: 8 }] })
  expect(await org.balances(line.product_id, org.second)).toMatchObject({ incoming: 8 })
})

describe('a settled demand', () => {
  const ordered = async (wanted: number): Promise<Demand> => {
    const line = demandOf(await org.product(), wanted, { document_kind: 'purchase_order' })
    const coming: MoveLine = {
      ...lineOf(line),
      from_account: 'supplier',
      to_account: 'incoming',
      to_location_id: org.main,
      quantity: null,
    }
    await org.post([coming], { demands: [line] })
    return line
  }
  const wantedOf = (line: Demand) =>
    org.inTx((tx) =>
      tx.one(sql<{ wanted: number; fulfilled: number }>`
        select wanted, fulfilled from stock_demands
        where org_id = ${org.org_id} and document_line_id = ${line.document_line_id}`),
    )

  test('wants no more than it has once its units went back', async () => {
    const line = await ordered(10)
    const atMain = { from_location_id: org.main, to_location_id: org.main }
    await org.post([{ ...lineOf(line), ...atMain, from_account: 'incoming', to_account: 'available', quantity: 10 }])
    const back: MoveLine = {
      ...lineOf(line),
      from_account: 'available',
      from_location_id: org.main,
      to_account: 'supplier',
      quantity: 4,
    }
    await org.post([back], { demands: [{ ...line, wanted: null, settles: true }] })
    expect(await wantedOf(line)).toEqual({ wanted: 6, fulfilled: 6 })
    await org.post([{ ...back, quantity: 6 }])
    expect(await wantedOf(line)).toEqual({ wanted: 6, fulfilled: 0 })
  })

  test('of a sales line is no longer backordered', async () => {
    const line = await placed(await org.product({ stock: 4 }), 10)
    expect((await org.totals(line.product_id)).backordered).toBe(6)
    await org.post([releaseLine({ ...lineOf(line), quantity: 1 })], {
      demands: [{ ...line, wanted: null, settles: true }],
    })
    expect(await wantedOf(line)).toEqual({ wanted: 3, fulfilled: 0 })
    expect((await org.totals(line.product_id)).backordered).toBe(0)
  })

  test('must exist', async () => {
    const line = demandOf(await org.product(), 1)
    expect(await org.refused([], { demands: [{ ...line, wanted: null, settles: true }] })).toMatchObject({
      code: 'invalid_quantity',
    })
  })
})

describe('transfers in two steps', () => {
  const send = async (): Promise<[Demand, string]> => {
    const product_id = await org.product({ stock: 10 })
    const line = demandOf(product_id, 4, { document_kind: 'transfer', location_id: org.second })
    const leaving: MoveLine = {
      ...lineOf(line),
      from_account: 'available',
      from_location_id: org.main,
      to_account: 'in_transit',
      to_location_id: org.second,
      quantity: 4,
    }
    await org.post([leaving], { kind: 'transfer', demands: [line] })
    expect(await org.balances(product_id, org.main)).toMatchObject({ available: 6 })
    expect(await org.balances(product_id, org.second)).toMatchObject({ available: 0, in_transit: 4 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 6 })
    return [line, product_id]
  }

  test('arrive', async () => {
    const [line, product_id] = await send()
    const arriving: MoveLine = {
      ...lineOf(line),
      from_account: 'in_transit',
      from_location_id: org.second,
      to_account: 'available',
      quantity: null,
    }
    await org.post([arriving], { kind: 'transfer' })
    expect(await org.balances(product_id, org.second)).toMatchObject({ available: 4, in_transit: 0 })
    expect(await org.refused([{ ...arriving, quantity: 1 }])).toMatchObject({ code: 'insufficient_stock' })
  })

  test('or come back', async () => {
    const [line, product_id] = await send()
    const returning: MoveLine = {
      ...lineOf(line),
      from_account: 'in_transit',
      from_location_id: org.second,
      to_account: 'available',
      to_location_id: org.main,
      quantity: null,
    }
    await org.post([returning], { kind: 'transfer', demands: [{ ...line, wanted: 0 }] })
    expect(await org.balances(product_id, org.main)).toMatchObject({ available: 10 })
    expect(await org.balances(product_id, org.second)).toMatchObject({ in_transit: 0 })
  })
})

test('the data is sound afterwards', () => stock.sound())
