import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import type { Demand, MoveLine } from '../posting.ts'
import { ensureLot } from '../products.ts'
import { applying } from './applied.ts'
import { testStock } from './scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

const applied = applying(stock, org)

/** A purchase order's line whose units are incoming at Main. */
async function ordered(
  wanted: number,
  fields: { decimals?: number; stock?: number; product_id?: string } = {},
): Promise<Demand> {
  const product_id = fields.product_id ?? (await org.product(fields))
  const demand: Demand = {
    document_line_id: newId(),
    document_kind: 'purchase_order',
    document_id: newId(),
    product_id,
    wanted,
    location_id: org.main,
  }
  const line: MoveLine = {
    document_line_id: demand.document_line_id,
    product_id,
    quantity: wanted,
    from_account: 'supplier',
    to_account: 'incoming',
    to_location_id: org.main,
  }
  await org.post([line], { kind: 'order', demands: [demand] })
  return demand
}

function received(
  { document_line_id, product_id }: Demand,
  quantity: number,
  fields: Partial<MoveLine> = {},
): MoveLine {
  return {
    document_line_id,
    product_id,
    quantity,
    type: 'in',
    reason: 'purchase_order',
    unit_cost: 1.25,
    from_account: 'incoming',
    from_location_id: org.main,
    from_lot_id: product_id,
    to_account: 'available',
    to_location_id: org.main,
    to_lot_id: product_id,
    ...fields,
  }
}

let one: Demand
let two: Demand
let three: Demand
let lot_id: string
beforeAll(async () => {
  one = await ordered(10, { stock: 3 })
  two = await ordered(20, { decimals: 2 })
  three = await ordered(30)
  lot_id = newId()
  const lot = { id: lot_id, product_id: three.product_id, lot_number: 'A', expires_on: null }
  await org.inTx((tx) => ensureLot(tx, org.actor, lot))
})
afterAll(() => stock.sound())

test('a receipt applied as a set moves what it does line by line', async () => {
  const lines = [
    received(one, 10),
    received(two, 2.25, { to_account: 'held', to_location_id: org.second }),
    received(three, 30, { to_lot_id: lot_id, unit_cost: undefined }),
  ]
  const set = await applied('apply_receipt', lines)
  expect(set.applied?.legs).toHaveLength(3)
  expect(set).toEqual(await applied('apply_lines', lines))
})

test('receipts of several orders applied as a set move what they do one after the other', async () => {
  const again = await ordered(7, { product_id: one.product_id })
  const lines = [received(one, 4), received(two, 2.25, { to_account: 'held' })]
  const more = [[received(again, 7), received(three, 1)]]
  const set = await applied('apply_receipt', lines, '', more)
  expect(set.applied?.legs).toHaveLength(4)
  expect(set).toEqual(await applied('apply_lines', lines, '', more))
  const refused = [[received(again, 8)]]
  expect(await applied('apply_receipt', lines, '', refused)).toMatchObject({ applied: null })
})

describe('left to the general path, with nothing changed:', () => {
  const cases: [string, () => MoveLine[]][] = [
    ['more than is expected', () => [received(one, 10), received(two, 20.01)]],
    ['more decimals than the product has', () => [received(one, 0.5)]],
    ['a line of another product', () => [received(one, 1, { document_line_id: two.document_line_id })]],
    ['an unknown location', () => [received(one, 1), received(two, 1, { to_location_id: newId() })]],
    ['an unknown lot', () => [received(three, 1, { to_lot_id: newId() })]],
    ['a line received twice', () => [received(one, 6), received(one, 6)]],
    ['no quantity', () => [received(one, 0)]],
    ['a cost below zero', () => [received(one, 1, { unit_cost: -1 })]],
    [
      'extra units',
      () => [
        received(one, 10),
        received(one, 1, {
          document_line_id: undefined,
          from_account: 'supplier',
          from_location_id: undefined,
          from_lot_id: undefined,
        }),
      ],
    ],
  ]
  test.each(cases)('%s', async (_, lines) => {
    const before = await applied('apply_receipt', [])
    expect(await applied('apply_receipt', lines())).toEqual({ ...before, applied: null })
  })

  test.each([
    [
      'an archived product',
      `update products set archived_at = now() where org_id = $ and id = $`,
      () => one.product_id,
    ],
    ['an inactive location', `update locations set is_active = false where org_id = $ and id = $`, () => org.second],
    ['a hidden location', `update locations set hidden_at = now() where org_id = $ and id = $`, () => org.second],
  ])('%s', async (_, statement, id) => {
    const before = statement.replace('$', `'${org.org_id}'`).replace('$', `'${id()}'`)
    const lines = [received(two, 1), received(one, 1, { to_location_id: org.second })]
    expect((await applied('apply_receipt', lines)).applied).not.toBeNull()
    expect((await applied('apply_receipt', lines, before)).applied).toBeNull()
    expect((await applied('apply_lines', lines, before)).applied?.refusals).toHaveLength(1)
  })

  test('lines of a limited member', async () => {
    const before = `set local app.locations = '{${org.main}}'`
    expect((await applied('apply_receipt', [received(one, 1)], before)).applied).toBeNull()
    expect((await applied('apply_lines', [received(one, 1)], before)).applied?.refusals).toEqual([])
  })
})
