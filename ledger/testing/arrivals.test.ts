import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { sql } from '../../server/platform/sql.ts'
import type { MoveLine, PostingLine } from '../posting.ts'
import { postMany } from '../post-stock.ts'
import { applying } from './applied.ts'
import { testStock } from './scenarios.ts'

const stock = await testStock()
const org = await stock.organization()
const applied = applying(stock, org)

function arriving(product_id: string, quantity: number, fields: Partial<MoveLine> = {}): MoveLine {
  return {
    product_id,
    quantity,
    from_account: 'opening',
    to_account: 'available',
    to_location_id: org.main,
    ...fields,
  }
}

let products: string[]
let lot_id: string
beforeAll(async () => {
  products = [
    await org.product({ stock: 3, cost: 2.5 }),
    await org.product({ decimals: 2 }),
    await org.product(),
    await org.product(),
  ].toSorted()
  lot_id = await org.lot(products[2]!, 'A')
})
afterAll(() => stock.sound())

test('units that arrive are applied as a set exactly as line by line', async () => {
  const [one = '', two = '', three = '', four = ''] = products
  const lines: PostingLine[] = [
    arriving(one, 5),
    { product_id: one, type: 'in', reason: 'purchase_order', quantity: 2, location_id: org.main },
    { product_id: one, type: 'adjustment', quantity: 4, location_id: org.main },
    arriving(two, 7, { unit_cost: 1.25, to_location_id: org.second }),
    arriving(three, 8, { to_lot_id: lot_id }),
    arriving(four, 9, { from_account: 'supplier', reason: 'purchase_order' }),
  ]
  const set = await applied('apply_arrivals', lines)
  expect(set.applied?.legs).toHaveLength(6)
  expect(set).toEqual(await applied('apply_lines', lines))
})

test('many postings of an import have the figures that they have one by one', async () => {
  const posted = async (together: boolean) => {
    const ids = (await Promise.all([org.product(), org.product(), org.product()])).toSorted()
    const postings = ids.map((product_id, index) => ({
      id: newId(),
      kind: 'import',
      lines: [
        arriving(product_id, index + 1, { entry_no: 1 }),
        arriving(product_id, 10, { entry_no: 2, from_account: 'adjustment' }),
      ],
    }))
    for (const set of together ? [postings] : postings.map((posting) => [posting]))
      await org.inTx((tx) => postMany(tx, org.actor, set))
    return org.inTx((tx) =>
      tx.all(sql`
        select t.on_hand, m.line_no, m.entry_no, m.is_entry, m.type, m.from_account, m.to_version, m.to_balance, m.unit_cost
        from stock_movements m join product_totals t on t.org_id = m.org_id and t.product_id = m.product_id
        where m.org_id = ${org.org_id} and m.product_id = any (${ids}) order by m.product_id, m.line_no`),
    )
  }
  const together = await posted(true)
  expect(together).toHaveLength(6)
  expect(together).toEqual(await posted(false))
})

describe('left to the general path, with nothing changed:', () => {
  const cases: [string, (one: string, two: string) => PostingLine[]][] = [
    [
      'units that leave',
      (one) => [
        arriving(one, 1),
        {
          ...arriving(one, 1),
          from_account: 'available',
          to_account: 'loss',
          to_location_id: undefined,
          from_location_id: org.main,
        },
      ],
    ],
    ['units on hold', (one) => [arriving(one, 1, { to_account: 'held' })]],
    [
      'a count',
      (one) => [
        arriving(one, 1),
        { product_id: one, location_id: org.main, count_from: null, count_to: 9, quantity: 1 } as PostingLine,
      ],
    ],
    ['a type that the accounts contradict', (one) => [arriving(one, 1, { type: 'transfer' })]],
    ['more decimals than a product has', (one, two) => [arriving(one, 1), arriving(two, 0.001)]],
    ['an unknown product', (one) => [arriving(one, 1), arriving(newId(), 1)]],
    ['an unknown location', (one) => [arriving(one, 1), arriving(one, 1, { to_location_id: newId() })]],
    ['an unknown lot', (one) => [arriving(one, 1, { to_lot_id: newId() })]],
    ['no quantity', (one) => [arriving(one, 0)]],
    ['a negative quantity', (one) => [arriving(one, -1)]],
    ['a cost below zero', (one) => [arriving(one, 1, { unit_cost: -1 })]],
    ['more than a level holds', (one) => [arriving(one, 99_999_999_999), arriving(one, 1)]],
    ['a document’s line', (one) => [arriving(one, 1, { document_line_id: newId() })]],
  ]
  test.each(cases)('%s', async (_, lines) => {
    const before = await applied('apply_arrivals', [])
    expect(before.applied).toBeNull()
    expect(await applied('apply_arrivals', lines(products[0] ?? '', products[1] ?? ''))).toEqual(before)
  })

  test('products in another order than the levels', async () => {
    const lines = [arriving(products[1] ?? '', 1), arriving(products[0] ?? '', 1)]
    expect((await applied('apply_arrivals', lines)).applied).toBeNull()
    expect((await applied('apply_lines', lines)).applied?.legs).toHaveLength(2)
  })

  test.each([
    ['an archived product', 'update products set archived_at = now() where org_id = $ and id = $', () => products[0]],
    ['an inactive location', 'update locations set is_active = false where org_id = $ and id = $', () => org.second],
    ['a hidden location', 'update locations set hidden_at = now() where org_id = $ and id = $', () => org.second],
  ])('%s', async (_, statement, id) => {
    const before = statement.replace('$', `'${org.org_id}'`).replace('$', `'${id()}'`)
    const lines = [arriving(products[0] ?? '', 1), arriving(products[1] ?? '', 1, { to_location_id: org.second })]
    expect((await applied('apply_arrivals', lines)).applied).not.toBeNull()
    expect((await applied('apply_arrivals', lines, before)).applied).toBeNull()
    expect((await applied('apply_lines', lines, before)).applied?.refusals).toHaveLength(1)
  })

  test('lines of a limited member', async () => {
    const before = `set local app.locations = '{${org.main}}'`
    const lines = [arriving(products[0] ?? '', 1)]
    expect((await applied('apply_arrivals', lines, before)).applied).toBeNull()
    expect((await applied('apply_lines', lines, before)).applied?.refusals).toEqual([])
  })
})
