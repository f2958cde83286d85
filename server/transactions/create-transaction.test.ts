import { describe, expect, test } from 'vitest'
import { cannotRemove } from '../../contract/cannot-remove.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { reasonCodes, stockInReasons, stockOutReasons } from '../../contract/stock-reasons.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { ensureLot } from '../../ledger/products.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

test('stock in adds and stock out subtracts, each with its own row of the history', async () => {
  const { me, main, product, at } = await stocked(app)
  const chang = await product(10)
  const came = await me.call(createTransaction, {
    product_id: chang.id,
    type: 'in',
    quantity: 5,
    reason_code: 'customer_return',
    notes: 'unopened',
  })
  expect(came).toMatchObject({ product_id: chang.id, on_hand: 15, available: 15, held: 0, released: [] })
  const went = await me.call(createTransaction, {
    product_id: chang.id,
    type: 'out',
    quantity: 7,
    reason_code: 'customer_order',
  })
  expect(went).toMatchObject({ on_hand: 8 })
  expect(await at(chang.id, main)).toBe(8)

  const { items, next } = await me.call(listTransactions, { product_id: chang.id })
  expect(next).toBeNull()
  expect(items).toMatchObject([
    {
      id: `${went.posting_id}:1`,
      type: 'out',
      quantity: 7,
      on_hand_change: -7,
      status: 'completed',
      metadata: { reason_code: 'customer_order' },
    },
    {
      id: `${came.posting_id}:1`,
      type: 'in',
      quantity: 5,
      on_hand_change: 5,
      shown_notes: 'unopened',
      is_own: true,
      currency: 'USD',
    },
    { type: 'opening', quantity: 10, on_hand_change: 10 },
  ])
  expect(items[0]).toMatchObject({
    user_reference: me.email.split('@')[0],
    product_name: chang.name,
    product_sku: chang.sku,
    metadata: { location_id: main, location_name: 'Main Warehouse' },
    undo: { possible: true, reason: null },
  })
})

describe('removing more than is available', () => {
  test("is refused with the spec's sentence and the quantity that this reason can take", async () => {
    const { me, product, stock } = await stocked(app)
    const chang = await product(4)
    const refusal = await me.refused(createTransaction, {
      product_id: chang.id,
      type: 'out',
      quantity: 5,
      reason_code: 'customer_order',
    })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      message: 'Cannot remove more than current stock (4)',
      fields: { quantity: 'Cannot remove more than current stock (4)' },
      details: { asked: 5, available: 4, product: chang.name },
    })
    expect((await stock(chang.id)).on_hand).toBe(4)
  })

  test('counts only what is at the named location', async () => {
    const { me, shop, product } = await stocked(app)
    const chang = await product(4)
    expect(
      await me.refused(createTransaction, {
        product_id: chang.id,
        type: 'out',
        quantity: 1,
        reason_code: 'damaged',
        location_id: shop,
      }),
    ).toMatchObject({
      code: 'insufficient_stock',
      message: 'Cannot remove more than current stock (0)',
    })
  })

  test('the quantity a reason can take is exactly what may_take says, for every reason', async () => {
    const { me, product, stock } = await stocked(app)
    const chang = await product(50)
    await me.call(createTransaction, { product_id: chang.id, type: 'out', quantity: 6, reason_code: 'qc_hold' })
    for (const reason_code of stockOutReasons) {
      const { may_take, on_hand } = await stock(chang.id)
      const found = may_take.find((one) => one.reason_code === reason_code && one.location_id === null)
      const limit = found?.quantity ?? 0
      const entry = { product_id: chang.id, type: 'out' as const, reason_code, notes: 'why' }
      const refusal = await me.refused(createTransaction, { ...entry, quantity: limit + 1 })
      expect(refusal.message).toBe(
        found?.account === 'held' ? `Only ${limit} are on hold` : `Cannot remove more than current stock (${on_hand})`,
      )
      expect(refusal.details).toMatchObject({ available: limit })
      await me.call(createTransaction, { ...entry, quantity: 1 })
    }
    expect(await stock(chang.id)).toMatchObject({ on_hand: 34, held: 7 })
  })
})

test('putting goods on hold, releasing, scrapping and returning them never changes on hand twice', async () => {
  const { me, product, stock } = await stocked(app)
  const chang = await product(10)
  const entry = (
    type: 'in' | 'out',
    reason_code: 'qc_hold' | 'qc_release' | 'held_scrap' | 'return_to_supplier',
    quantity: number,
  ) => me.call(createTransaction, { product_id: chang.id, type, reason_code, quantity })
  await entry('out', 'qc_hold', 6)
  expect(await stock(chang.id)).toMatchObject({ on_hand: 4, held: 6 })
  await entry('in', 'qc_release', 1)
  await entry('out', 'held_scrap', 2)
  await entry('out', 'return_to_supplier', 1)
  expect(await stock(chang.id)).toMatchObject({ on_hand: 5, held: 2 })
  expect(
    await me.refused(createTransaction, { product_id: chang.id, type: 'in', reason_code: 'qc_release', quantity: 3 }),
  ).toMatchObject({
    code: 'insufficient_stock',
    details: { available: 2 },
  })
  const { items } = await me.call(listTransactions, { product_id: chang.id })
  expect(items.map(({ on_hand_change, held_change }) => [on_hand_change, held_change])).toEqual([
    [0, -1],
    [0, -2],
    [1, -1],
    [-6, 6],
    [10, 0],
  ])
})

describe('held goods of one location and lot', () => {
  const held = { type: 'in' as const, reason_code: 'qc_release' as const }

  test('are addressed by the lot’s id; goods without a lot use the product’s id', async () => {
    const { me, main, shop, product, stock } = await stocked(app)
    const chang = await product(10)
    const brought = { product_id: chang.id, type: 'in' as const, quantity: 5, reason_code: 'customer_return' as const }
    await me.call(createTransaction, { ...brought, location_id: main, lot_number: 'C-1' })
    await me.call(createTransaction, { ...brought, location_id: shop, lot_number: 'C-1' })
    const lots = async () =>
      (await stock(chang.id)).locations.flatMap(({ location_id, lots }) =>
        lots.filter((lot) => lot.held > 0).map((lot) => ({ location_id, lot_id: lot.lot_id, held: lot.held })),
      )
    const hold = { product_id: chang.id, type: 'out' as const, quantity: 4, reason_code: 'qc_hold' as const }
    await me.call(createTransaction, { ...hold, location_id: main, lot_id: chang.id })
    await me.call(createTransaction, { ...hold, location_id: main, lot_number: 'C-1' })
    await me.call(createTransaction, { ...hold, location_id: shop, lot_number: 'c-1' })
    const lot_id = (await lots()).find((lot) => lot.lot_id !== chang.id)?.lot_id ?? ''
    expect(await lots()).toHaveLength(3)

    const of = { product_id: chang.id, quantity: 3 }
    await me.call(createTransaction, { ...of, ...held, location_id: main, lot_id: chang.id })
    await me.call(createTransaction, { ...of, type: 'out', reason_code: 'held_scrap', location_id: main, lot_id })
    await me.call(createTransaction, {
      ...of,
      type: 'out',
      reason_code: 'return_to_supplier',
      location_id: shop,
      lot_id,
    })
    expect(await lots()).toEqual(
      expect.arrayContaining([
        { location_id: main, lot_id: chang.id, held: 1 },
        { location_id: main, lot_id, held: 1 },
        { location_id: shop, lot_id, held: 1 },
      ]),
    )
    expect(await me.refused(createTransaction, { ...of, ...held, location_id: shop, lot_id })).toMatchObject({
      code: 'insufficient_stock',
      fields: { quantity: 'Only 1 is on hold' },
    })
    await expectSound(app)
  })

  test("another product's or organization's lot isn't found, and a lot is named in only one way", async () => {
    const { me, product } = await stocked(app)
    const other = await stocked(app)
    const [chang, chai] = [await product(5), await product(5)]
    const theirs = await other.product(5)
    for (const lot_id of [chai.id, theirs.id, newId()]) {
      const refusal = await me.refused(createTransaction, { ...held, product_id: chang.id, quantity: 1, lot_id })
      expect(['insufficient_stock', 'not_found']).toContain(refusal.code)
      const brings = { product_id: chang.id, type: 'in', quantity: 1, reason_code: 'sample_return', lot_id }
      expect(await me.refused(createTransaction, brings)).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(
      await me.refused(createTransaction, {
        ...held,
        product_id: chang.id,
        quantity: 1,
        lot_id: chang.id,
        lot_number: 'C-1',
      }),
    ).toMatchObject({ status: 422, fields: { lot_id: 'Use either the lot ID or the lot number, not both' } })
  })

  test('of twenty people who decide about six units on hold, six succeed', async () => {
    const { me, main, product, stock } = await stocked(app)
    const chang = await product(6)
    await me.call(createTransaction, { product_id: chang.id, type: 'out', quantity: 6, reason_code: 'qc_hold' })
    const ends = ['qc_release', 'held_scrap', 'return_to_supplier'] as const
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => {
        const reason_code = ends[n % 3] ?? 'qc_release'
        const type = reason_code === 'qc_release' ? ('in' as const) : ('out' as const)
        const one = { product_id: chang.id, type, quantity: 1, reason_code, location_id: main, lot_id: chang.id }
        return me.call(createTransaction, one).then(() => reason_code)
      }),
    )
    const decided = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(decided).toHaveLength(6)
    const released = decided.filter((reason) => reason === 'qc_release').length
    expect(await stock(chang.id)).toMatchObject({ held: 0, on_hand: released })
    await expectSound(app)
  })
})

test('an adjustment is signed, needs no reason and never goes below zero', async () => {
  const { me, product } = await stocked(app)
  const chang = await product(3)
  const adjust = (quantity: number) => ({ product_id: chang.id, type: 'adjustment' as const, quantity })
  expect(await me.call(createTransaction, adjust(-2))).toMatchObject({ on_hand: 1 })
  expect(await me.call(createTransaction, adjust(4))).toMatchObject({ on_hand: 5 })
  expect(await me.refused(createTransaction, adjust(-6))).toMatchObject({
    code: 'insufficient_stock',
    details: { asked: 6, available: 5 },
  })
  expect(await me.refused(createTransaction, adjust(0))).toMatchObject({
    status: 422,
    fields: { quantity: 'Quantity must not be 0' },
  })
  expect(await me.refused(createTransaction, { ...adjust(1), reason_code: 'other' })).toMatchObject({
    fields: { reason_code: 'Adjustments don’t have a reason code' },
  })
})

test('a new lot can be received; only an existing lot can leave', async () => {
  const { me, product, stock } = await stocked(app)
  const chang = await product(0)
  const entry = { product_id: chang.id, quantity: 5, lot_number: 'C-118' }
  await me.call(createTransaction, { ...entry, type: 'in', reason_code: 'production_completion' })
  expect((await stock(chang.id)).locations[0]?.lots).toMatchObject([{ lot_number: 'C-118', on_hand: 5 }])
  await me.call(createTransaction, {
    ...entry,
    lot_number: 'c-118',
    quantity: 2,
    type: 'out',
    reason_code: 'customer_order',
  })
  expect(
    await me.refused(createTransaction, { ...entry, lot_number: 'C-119', type: 'out', reason_code: 'damaged' }),
  ).toMatchObject({
    status: 422,
    fields: { lot_number: 'This product has no lot with this number' },
  })
  const { items } = await me.call(listTransactions, { product_id: chang.id })
  expect(items.map((row) => row.metadata.lot_number)).toEqual(['C-118', 'C-118'])
})

test('decimals are limited to those of the product', async () => {
  const { me, product } = await stocked(app)
  const [pieces, cheese] = [await product(5), await product(5, { quantity_decimals: 2 })]
  const half = (product_id: string, quantity: number) => ({
    product_id,
    quantity,
    type: 'out' as const,
    reason_code: 'other' as const,
    notes: 'tasted',
  })
  expect(await me.refused(createTransaction, half(pieces.id, 0.5))).toMatchObject({
    status: 422,
    code: 'too_many_decimals',
    fields: { quantity: 'Use a whole number for this product' },
  })
  expect(await me.call(createTransaction, half(cheese.id, 0.35))).toMatchObject({ on_hand: 4.65 })
  expect(await me.refused(createTransaction, half(cheese.id, 0.355))).toMatchObject({
    fields: { quantity: 'Use at most 2 decimals' },
  })
})

describe('everything missing or invalid is named beside its field, all at once', () => {
  const cases: [name: string, input: Record<string, unknown>, fields: Record<string, string>][] = [
    [
      'an empty form',
      {},
      {
        product_id: 'Product is required',
        type: 'Transaction type is required',
        quantity: 'Quantity must be greater than 0',
      },
    ],
    [
      'no reason',
      { type: 'in', quantity: 1 },
      { product_id: 'Product is required', reason_code: 'Reason code is required' },
    ],
    [
      'other without notes',
      { type: 'in', quantity: 1, reason_code: 'other', notes: '  ' },
      { notes: 'Notes are required when selecting Other' },
    ],
    [
      'a reason of the other type',
      { type: 'in', quantity: 1, reason_code: 'damaged' },
      { reason_code: 'This reason doesn’t match the transaction type' },
    ],
    [
      'a word that is no reason',
      { type: 'in', quantity: 1, reason_code: 'because' },
      { reason_code: `Must be one of: ${reasonCodes.join(', ')}` },
    ],
    ['zero', { type: 'out', quantity: 0, reason_code: 'damaged' }, { quantity: 'Quantity must be greater than 0' }],
    [
      'a negative quantity',
      { type: 'in', quantity: -1, reason_code: 'transfer_in' },
      { quantity: 'Quantity must be greater than 0' },
    ],
    [
      'a text as quantity',
      { type: 'in', quantity: '5', reason_code: 'transfer_in' },
      { quantity: 'Please enter a number' },
    ],
    [
      'five decimals',
      { type: 'in', quantity: 0.00001, reason_code: 'transfer_in' },
      { quantity: 'Use at most 4 decimals' },
    ],
    [
      'too much',
      { type: 'in', quantity: 1e11, reason_code: 'transfer_in' },
      { quantity: 'This quantity is too large' },
    ],
    ['a field no one knows', { on_hand: 5 }, { on_hand: 'Unknown field' }],
    ['half a character', { notes: '\ud800' }, { notes: 'Must be well-formed text' }],
    [
      'a moment before time',
      { happened_at: '0000-01-01T00:00:00Z' },
      { happened_at: 'Please enter a date and time, such as 2026-11-30T14:30:00Z' },
    ],
  ]
  test.each(cases)('%s', async (_name, input, fields) => {
    const me = await app.signUp()
    expect(await me.refused(createTransaction, input)).toMatchObject({ status: 422, code: 'invalid_input', fields })
  })

  test("a number that JSON can represent and a double can't", async () => {
    const { me, product } = await stocked(app)
    const { id } = await product(1)
    const response = await me.fetch('/api/v1/transactions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"product_id":"${id}","type":"in","reason_code":"transfer_in","quantity":1e309}`,
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { quantity: 'This number is too large' } } })
  })
})

test("another organization's product and location aren't found", async () => {
  const mine = await stocked(app)
  const theirs = await stocked(app)
  const [own, foreign] = [await mine.product(5), await theirs.product(5)]
  const entry = { type: 'in' as const, quantity: 1, reason_code: 'transfer_in' as const }
  expect(await mine.me.refused(createTransaction, { ...entry, product_id: foreign.id })).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'Product not found',
  })
  expect(await mine.me.refused(createTransaction, { ...entry, product_id: foreign.id, lot_number: 'A' })).toMatchObject(
    { status: 404, message: 'Product not found' },
  )
  expect(
    await mine.me.refused(createTransaction, { ...entry, product_id: own.id, location_id: theirs.main }),
  ).toMatchObject({ status: 404 })
  expect(await mine.me.refused(listTransactions, { cursor: 'nonsense' })).toMatchObject({ status: 422 })
  expect((await mine.me.call(listTransactions, { product_id: foreign.id })).items).toEqual([])
  expect((await theirs.stock(foreign.id)).on_hand).toBe(5)
})

test('the date of a transaction can be in the past, but not in the future', async () => {
  const { me, product } = await stocked(app)
  const { id } = await product(5)
  const at = (happened_at: string) => ({
    product_id: id,
    type: 'in' as const,
    quantity: 1,
    reason_code: 'transfer_in' as const,
    happened_at,
  })
  await me.call(createTransaction, at('2026-01-05T10:00:00+01:00'))
  expect(await me.refused(createTransaction, at(new Date(Date.now() + 3_600_000).toISOString()))).toMatchObject({
    status: 422,
    code: 'happened_in_future',
    fields: { happened_at: 'Date can’t be in the future' },
  })
  const january = { product_id: id, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  expect((await me.call(listTransactions, january)).items).toMatchObject([{ date: '2026-01-05T09:00:00Z' }])
})

test('when forty people take the last ten units, exactly ten get one', async () => {
  const { me, product, stock } = await stocked(app)
  const { id } = await product(10)
  const take = () =>
    me.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'customer_order' })
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, take))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(outcomes.length - refused.length).toBe(10)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'insufficient_stock' })
  expect(await stock(id)).toMatchObject({ on_hand: 0, available: 0 })
  expect((await me.call(listTransactions, { product_id: id, type: 'out' })).items).toHaveLength(10)
  await expectSound(app)
})

test('one id thirty times at once is recorded once, and with another quantity it is refused', async () => {
  const { me, product, stock } = await stocked(app)
  const { id: product_id } = await product(0)
  const entry = { id: newId(), product_id, type: 'in' as const, quantity: 3, reason_code: 'sample_return' as const }
  // A copy sent while the first one is running is refused; retried, as clients do, it gets the first response.
  const untilKnown = async (): Promise<string> => {
    for (;;) {
      try {
        return (await me.call(createTransaction, entry)).posting_id
      } catch (error) {
        if ((error as { code?: string }).code !== 'in_progress') throw error
      }
    }
  }
  const answers = await Promise.all(Array.from({ length: 30 }, untilKnown))
  expect(new Set(answers)).toEqual(new Set([entry.id]))
  expect((await stock(product_id)).on_hand).toBe(3)
  expect(await me.refused(createTransaction, { ...entry, quantity: 4 })).toMatchObject({
    status: 409,
    code: 'idempotency_key_reused',
  })
  expect((await stock(product_id)).on_hand).toBe(3)
})

test('the history is paged without gaps or repeats, and filtered by type and location', async () => {
  const { me, shop, product } = await stocked(app)
  const { id: product_id } = await product(100)
  for (let n = 1; n <= 7; n++) {
    await me.call(createTransaction, {
      product_id,
      type: n % 2 ? 'in' : 'out',
      quantity: n,
      reason_code: 'other',
      notes: `entry ${n}`,
      ...(n === 1 ? { location_id: shop } : {}),
    })
  }
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const answer = await me.call(listTransactions, { product_id, limit: 3, cursor })
    seen.push(...answer.items.map((row) => row.quantity))
    cursor = answer.next ?? undefined
  } while (cursor)
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1, 100])
  const quantities = async (filter: object) =>
    (await me.call(listTransactions, { product_id, ...filter })).items.map((row) => row.quantity)
  expect(await quantities({ type: 'out' })).toEqual([6, 4, 2])
  expect(await quantities({ location_id: shop })).toEqual([1])
  expect(await quantities({ type: 'opening' })).toEqual([100])
  expect(await quantities({ status: 'pending' })).toEqual([])
})

test('reasons in the contract are those of the ledger', async () => {
  const { rows } = await app.admin.query<{ type: string; reason: string }>('select type, reason from kernel.reasons()')
  const ledger = rows.map(({ type, reason }) => `${type} ${reason}`).sort()
  const contract = [
    ...stockInReasons.map((reason) => `in ${reason}`),
    ...[...stockOutReasons, 'held_scrap', 'return_to_supplier'].map((reason) => `out ${reason}`),
  ].sort()
  expect(contract).toEqual(ledger)
})

test('what reasons can take when goods are promised and a lot has expired', async () => {
  const { me, main, product, stock } = await stocked(app)
  const { id: product_id } = await product(10)
  await app.db.transaction({ ...me, locations: 'all' }, async (tx) => {
    const lot_id = await ensureLot(tx, me, { product_id, lot_number: 'OLD', expires_on: '2020-01-01', id: newId() })
    const order = { document_line_id: newId(), product_id }
    await postStock(tx, me, {
      id: newId(),
      kind: 'test',
      demands: [{ ...order, document_kind: 'sales_order', document_id: newId(), wanted: 4 }],
      lines: [
        { product_id, type: 'in', reason: 'other', quantity: 3, location_id: main, lot_id },
        { ...order, from_account: 'available', to_account: 'reserved', quantity: null },
      ],
    })
  })
  const may = async (reason: string) =>
    (await stock(product_id)).may_take.find((one) => one.reason_code === reason && one.location_id === main)?.quantity
  // 6 available, 4 reserved, 3 expired.
  expect(await may('customer_order')).toBe(6)
  expect(await may('damaged')).toBe(13)
  expect(await may('theft_loss')).toBe(10)
  expect(await may('expiration')).toBe(13)
  expect(await may('held_scrap')).toBe(0)
  for (const [reason_code, quantity, sentence] of [
    ['customer_order', 7, 'Only 6 of 13 can be removed: 4 are reserved, 3 have expired'],
    ['customer_order', 14, 'Cannot remove more than current stock (13), of which 4 are reserved and 3 have expired'],
    ['theft_loss', 11, 'Only 10 of 13 can be removed: 3 have expired'],
    ['damaged', 14, 'Cannot remove more than current stock (13)'],
    ['held_scrap', 1, 'Nothing is on hold here'],
  ] as const) {
    const entry = { product_id, type: 'out' as const, reason_code, location_id: main }
    const refusal = await me.refused(createTransaction, { ...entry, quantity })
    expect(refusal).toMatchObject({ message: sentence, fields: { quantity: sentence } })
    // The dialogs show the same before anything is sent, from their figures.
    const { may_take, locations } = await stock(product_id)
    const found = may_take.find((one) => one.reason_code === reason_code && one.location_id === main)
    expect(found).toBeDefined()
    const { account = '', quantity: available = -1, expired = -1 } = found ?? {}
    const on_hand = locations.find((location) => location.location_id === main)?.on_hand ?? -1
    expect(cannotRemove({ account, asked: quantity, available, on_hand, expired })).toBe(sentence)
  }
  const broken = await me.call(createTransaction, { product_id, type: 'out', reason_code: 'theft_loss', quantity: 8 })
  expect(broken).toMatchObject({ on_hand: 5, released: [{ quantity: 2, location_id: main }] })
  const { items } = await me.call(listTransactions, { product_id, limit: 1 })
  expect(items).toMatchObject([{ type: 'out', quantity: 8, on_hand_change: -8 }])
  await expectSound(app)
})
