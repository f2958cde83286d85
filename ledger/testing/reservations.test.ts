import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import type { Demand, MoveLine } from '../posting.ts'
import { reserveLine } from '../demands.ts'
import { applying } from './applied.ts'
import { testStock } from './scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

const applied = applying(stock, org)

/** A sales order's line that waits for units. */
async function waiting(product_id: string, wanted: number, fields: Partial<Demand> = {}): Promise<Demand> {
  const demand: Demand = {
    document_line_id: newId(),
    document_kind: 'sales_order',
    document_id: newId(),
    product_id,
    wanted,
    ...fields,
  }
  await org.post([], { kind: 'order', demands: [demand] })
  return demand
}

const reserving = (
  { document_line_id, product_id, location_id }: Demand,
  fields: Partial<MoveLine> = {},
): MoveLine => ({
  ...reserveLine({ document_line_id, product_id, location_id }),
  ...fields,
})

let one: Demand
let two: Demand
let other: Demand
let expired_id: string
beforeAll(async () => {
  const spread = await org.product({ stock: 3, cost: 2.5 })
  const soon = await org.lot(spread, 'SOON', '2099-01-01')
  const later = await org.lot(spread, 'LATER', '2099-02-02')
  expired_id = await org.lot(spread, 'OVER', '2020-01-01')
  await org.post(
    [later, soon, expired_id].map((lot_id) => ({
      product_id: spread,
      from_account: 'supplier',
      to_account: 'available',
      to_location_id: org.second,
      to_lot_id: lot_id,
      quantity: 4,
    })),
  )
  one = await waiting(spread, 5)
  two = await waiting(spread, 20)
  other = await waiting(await org.product({ stock: 8, decimals: 2 }), 2.25)
})
afterAll(() => stock.sound())

test('lines that reserve applied as a set move what they do line by line', async () => {
  const lines = [reserving(one), reserving(two), reserving(other)]
  const set = await applied('apply_reservations', lines)
  // 5 of the 11 that haven't expired go to the first line, from two places, and 6 to the second.
  expect(set.applied?.legs).toMatchObject([
    { entry_no: 1, quantity: 3, from_location_id: org.main, unit_cost: 2.5 },
    { entry_no: 1, quantity: 2, from_location_id: org.second },
    { entry_no: 2, quantity: 2, from_location_id: org.second },
    { entry_no: 2, quantity: 4, from_location_id: org.second },
    { entry_no: 3, quantity: 2.25, from_location_id: org.main },
  ])
  expect(set).toEqual(await applied('apply_lines', lines))
})

test('what a line has already, and what it wants at one location only, count as they do line by line', async () => {
  const product_id = await org.product({ stock: 6 })
  await org.post([
    { product_id, from_account: 'supplier', to_account: 'available', to_location_id: org.second, quantity: 9 },
  ])
  const some = await waiting(product_id, 7)
  const there = await waiting(product_id, 4, { location_id: org.second })
  const all = await waiting(product_id, 2)
  await org.post([reserving(some, { quantity: 1 }), reserving(all)])
  const lines = [reserving(some), reserving(there), reserving(all)]
  const more = [[reserving(await waiting(product_id, 3)), reserving(await waiting(product_id, 50))]]
  const set = await applied('apply_reservations', lines, '', more)
  expect(set.applied?.legs).toMatchObject([
    { posting_no: 1, line_no: 1, quantity: 3, from_location_id: org.main },
    { posting_no: 1, line_no: 2, quantity: 3, from_location_id: org.second },
    { posting_no: 1, line_no: 3, quantity: 4, from_location_id: org.second },
    { posting_no: 2, line_no: 1, quantity: 2, from_location_id: org.second },
  ])
  expect(set).toEqual(await applied('apply_lines', lines, '', more))
})

test('nothing is reserved of a product without units', async () => {
  const lines = [reserving(await waiting(await org.product(), 3))]
  const set = await applied('apply_reservations', lines)
  expect(set.applied?.legs).toEqual([])
  expect(set).toEqual(await applied('apply_lines', lines))
})

describe('left to the general path, with nothing changed:', () => {
  const cases: [string, () => MoveLine[]][] = [
    [
      'a line that releases units',
      () => [reserving(one), { ...reserving(two), from_account: 'reserved', to_account: 'available' }],
    ],
    ['a line that ships', () => [reserving(one), { ...reserving(two), to_account: 'customer' }]],
    ['a quantity', () => [reserving(one, { quantity: 1 })]],
    ['all or nothing', () => [reserving(one), reserving(two, { up_to: false })]],
    ['the same line twice', () => [reserving(one), reserving(one)]],
    ['an unknown document line', () => [reserving(one), reserving({ ...two, document_line_id: newId() })]],
    ['another product’s document line', () => [reserving({ ...one, product_id: other.product_id })]],
    ['an expired lot', () => [reserving(one, { from_lot_id: expired_id })]],
    ['a destination', () => [reserving(one, { to_location_id: org.main })]],
    ['a type', () => [reserving(one, { type: 'transfer' })]],
    ['a cost', () => [reserving(one, { unit_cost: -1 })]],
  ]
  test.each(cases)('%s', async (_, lines) => {
    const before = await applied('apply_reservations', [])
    expect(before.applied).toBeNull()
    expect(await applied('apply_reservations', lines())).toEqual(before)
  })

  test('a line that wants its units at one location, but names none', async () => {
    const there = await waiting(one.product_id, 1, { location_id: org.second })
    const lines = [reserving({ ...there, location_id: undefined })]
    expect((await applied('apply_reservations', lines)).applied).toBeNull()
    expect((await applied('apply_lines', lines)).applied?.refusals).toHaveLength(1)
  })

  test('a line of a purchase order', async () => {
    const ordered: Demand = {
      document_line_id: newId(),
      document_kind: 'purchase_order',
      document_id: newId(),
      product_id: one.product_id,
      wanted: 1,
      location_id: org.main,
    }
    await org.post([], { kind: 'order', demands: [ordered] })
    expect((await applied('apply_reservations', [reserving(ordered)])).applied).toBeNull()
    expect((await applied('apply_lines', [reserving(ordered)])).applied?.refusals).toHaveLength(1)
  })

  test('an archived product', async () => {
    const before = `update products set archived_at = now() where org_id = '${org.org_id}' and id = '${other.product_id}'`
    const lines = [reserving(one), reserving(other)]
    expect((await applied('apply_reservations', lines)).applied).not.toBeNull()
    expect((await applied('apply_reservations', lines, before)).applied).toBeNull()
    expect((await applied('apply_lines', lines, before)).applied?.refusals).toHaveLength(1)
  })

  test('lines of a limited member', async () => {
    const before = `set local app.locations = '{${org.main}}'`
    expect((await applied('apply_reservations', [reserving(one)], before)).applied).toBeNull()
    expect((await applied('apply_lines', [reserving(one)], before)).applied?.legs).toHaveLength(1)
  })

  test('more units than a level holds', async () => {
    const product_id = await org.product({ stock: 1 })
    const full = await waiting(product_id, 99_999_999_999)
    await org.post([
      {
        product_id,
        from_account: 'supplier',
        to_account: 'available',
        to_location_id: org.main,
        quantity: 99_999_999_998,
      },
    ])
    await org.post([reserving(full)])
    await org.post([
      { product_id, from_account: 'supplier', to_account: 'available', to_location_id: org.main, quantity: 1 },
    ])
    const lines = [reserving(await waiting(product_id, 1))]
    expect((await applied('apply_reservations', lines)).applied).toBeNull()
    expect((await applied('apply_lines', lines)).applied?.refusals).toHaveLength(1)
  })
})
