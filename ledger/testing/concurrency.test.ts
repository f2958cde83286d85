import { describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { sql } from '../../server/platform/sql.ts'
import { reserveLine } from '../demands.ts'
import { lockEmptyLocation } from '../locations.ts'
import { archiveProduct } from '../products.ts'
import { reversePosting } from '../reverse-posting.ts'
import type { PostingLine } from '../posting.ts'
import { reserveGroup } from '../post-group.ts'
import { postMany, postStock } from '../post-stock.ts'
import { testStock, together } from './scenarios.ts'

const stock = await testStock()
const org = await stock.organization()
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('the last units', () => {
  test('40 parallel sales of the last 10 units sell exactly 10', async () => {
    const product_id = await org.product({ stock: 10 })
    const sale: PostingLine = { product_id, type: 'out', reason: 'customer_order', quantity: 1, location_id: org.main }
    const { done, refused } = await together(times(40, () => () => org.post([sale])))
    expect(done).toHaveLength(10)
    expect(refused).toEqual(times(30, () => 'insufficient_stock'))
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0, is_out: true })
  })

  test('the same with all ways to remove stock at the same time', async () => {
    const product_id = await org.product({ stock: 10 })
    const demand = {
      document_line_id: newId(),
      document_kind: 'sales_order' as const,
      document_id: newId(),
      product_id,
      wanted: 100,
    }
    await org.post([], { demands: [demand] })
    const ways: PostingLine[] = [
      { product_id, type: 'out', reason: 'customer_order', quantity: 1 },
      { product_id, type: 'adjustment', quantity: -1, location_id: org.main },
      { product_id, from_account: 'available', from_location_id: org.main, to_account: 'scrap', quantity: 1 },
      {
        ...reserveLine({ ...demand, quantity: 1 }),
        document_kind: undefined,
        document_id: undefined,
        wanted: undefined,
        up_to: false,
      } as PostingLine,
    ]
    const { done, refused } = await together(times(40, (index) => () => org.post([ways[index % 4] as PostingLine])))
    expect([done.length, new Set(refused)]).toEqual([10, new Set(['insufficient_stock'])])
    const { available, reserved } = await org.balances(product_id)
    expect([available, reserved <= 10]).toEqual([0, true])
  })

  test('B2: of two parallel reservations of one unit, one gets it', async () => {
    const product_id = await org.product({ stock: 1 })
    const place = () => {
      const demand = {
        document_line_id: newId(),
        document_kind: 'sales_order' as const,
        document_id: newId(),
        product_id,
        wanted: 1,
      }
      const line = reserveLine({ document_line_id: demand.document_line_id, product_id })
      return org.post([line], { demands: [demand] })
    }
    const { done } = await together([place, place])
    expect(done.map((result) => result.movements).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await org.balances(product_id)).toMatchObject({ available: 0, reserved: 1 })
  })
})

test('B1: 16 workers add one unit each, 50 times: no unit is lost', async () => {
  const product_id = await org.product()
  await Promise.all(
    times(16, async () => {
      for (let round = 0; round < 50; round++) {
        await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main }])
      }
    }),
  )
  expect(await org.totals(product_id)).toMatchObject({ on_hand: 800 })
})

describe('one posting id', () => {
  test('sent 30 times in parallel posts once and returns one result', async () => {
    const product_id = await org.product()
    const id = newId()
    const line: PostingLine = { product_id, type: 'in', reason: 'other', quantity: 3, location_id: org.main }
    const { done } = await together(times(30, () => () => org.post([line], { id })))
    expect(done).toHaveLength(30)
    expect(new Set(done.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 3 })
  })

  test('B23: with another line it is refused, and nothing is posted', async () => {
    const product_id = await org.product()
    const id = newId()
    const line = { product_id, type: 'in' as const, reason: 'other', quantity: 3, location_id: org.main }
    await org.post([line], { id })
    expect(await org.refused([line, line], { id })).toMatchObject({ code: 'idempotency_key_reused' })
    const { done, refused } = await together(
      times(20, (index) => () => org.post([{ ...line, quantity: 1 + (index % 2) }], { id: sameId })),
    )
    expect([done.length, refused.length, new Set(refused)]).toEqual([10, 10, new Set(['idempotency_key_reused'])])
    expect((await org.totals(product_id)).on_hand).toBe(3 + (done.length > 0 ? Number(await amountOf(sameId)) : 0))
  })
  const sameId = newId()

  async function amountOf(posting_id: string): Promise<number> {
    const { rows } = await stock.admin.query(
      'select sum(quantity) as units from stock_movements where posting_id = $1',
      [posting_id],
    )
    return rows[0].units
  }
})

describe('B17: no deadlock', () => {
  test('circular transfers between five locations', async () => {
    const locations = [org.main, org.second, ...(await Promise.all(times(3, (index) => org.location(`Ring ${index}`))))]
    const product_id = await org.product({ stock: 100 })
    for (const location of locations.slice(1)) {
      await org.post([transfer(product_id, org.main, location, 20)])
    }
    const { done, refused } = await together(
      times(120, (index) => () => {
        const from = locations[index % 5] as string
        const to = locations[(index + 1 + (index % 3)) % 5] as string
        return org.post(
          [transfer(product_id, from, to, 1), transfer(product_id, to, from, 1)].slice(0, 1 + (index % 2)),
        )
      }),
    )
    expect(refused.filter((code) => code !== 'insufficient_stock')).toEqual([])
    expect(done.length).toBeGreaterThan(60)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 100 })
  })

  test('several products in opposite orders, with new locations, in one posting each', async () => {
    const products = await Promise.all(times(6, () => org.product({ stock: 50 })))
    const { refused } = await together(
      times(60, (index) => () => {
        const order = index % 2 ? products : [...products].reverse()
        const to = index % 3 ? org.second : org.main
        return org.post(
          order.map((product_id) => ({
            product_id,
            type: index % 4 ? 'in' : 'out',
            reason: 'other',
            quantity: 1,
            location_id: index % 4 ? to : undefined,
          })),
        )
      }),
    )
    expect(refused).toEqual([])
  })

  function transfer(product_id: string, from: string, to: string, quantity: number): PostingLine {
    return {
      product_id,
      from_account: 'available',
      from_location_id: from,
      to_account: 'available',
      to_location_id: to,
      quantity,
    }
  }
})

describe('a posting against a concurrent restriction', () => {
  test('stock never ends up in a location that is being deactivated', async () => {
    for (let round = 0; round < 15; round++) {
      const closing = await org.location(`Closing ${round}`)
      const product_id = await org.product()
      const line: PostingLine = { product_id, type: 'in', reason: 'other', quantity: 1, location_id: closing }
      if (round % 2) await org.post([line])
      if (round % 2) await org.post([{ product_id, type: 'out', reason: 'other', quantity: 1, location_id: closing }])
      const close = () =>
        org.inTx(async (tx) => {
          await lockEmptyLocation(tx, org.actor, closing)
          await stock.admin.query('select pg_sleep(0.002)')
          await tx.run(deactivate(closing))
          return 'closed'
        })
      const { done, refused } = await together<unknown>([() => org.post([line]), close, () => org.post([line])])
      const closed = done.includes('closed')
      expect(refused).toEqual(
        closed ? ['location_not_active', 'location_not_active'].slice(0, refused.length) : ['location_not_empty'],
      )
      expect((await org.balances(product_id, closing)).available === 0).toBe(closed)
    }
  })

  test('no document line ends up waiting at a location that is being deactivated', async () => {
    for (let round = 0; round < 15; round++) {
      const closing = await org.location(`Waiting ${round}`)
      const product_id = await org.product()
      const wait = () => {
        const demand = { document_line_id: newId(), product_id, location_id: closing }
        const document = { document_kind: 'sales_order' as const, document_id: newId(), wanted: 1 }
        const posting = {
          id: newId(),
          kind: 'order',
          demands: [{ ...demand, ...document }],
          lines: [reserveLine(demand)],
        }
        const alone = () => org.post(posting.lines, posting)
        return round % 2
          ? alone()
          : org.inTx(async (tx) => {
              const [reserved] = await reserveGroup(tx, org.org_id, [{ actor: org.actor, posting }])
              return reserved ?? postMany(tx, org.actor, [posting])
            })
      }
      const close = () =>
        org.inTx(async (tx) => {
          await lockEmptyLocation(tx, org.actor, closing)
          await stock.admin.query('select pg_sleep(0.002)')
          await tx.run(deactivate(closing))
          return 'closed'
        })
      const { done, refused } = await together<unknown>([wait, close, wait])
      const closed = done.includes('closed')
      expect(refused).toEqual(closed ? ['location_not_active', 'location_not_active'] : ['location_has_open_documents'])
    }
  })

  test('stock never ends up in a product that is being archived', async () => {
    for (let round = 0; round < 15; round++) {
      const product_id = await org.product()
      const line: PostingLine = { product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main }
      const archive = () => org.inTx((tx) => archiveProduct(tx, org.actor, product_id).then(() => 'archived'))
      const { done, refused } = await together<unknown>([() => org.post([line]), archive])
      expect(refused).toEqual([done.includes('archived') ? 'product_archived' : 'product_not_empty'])
    }
  })
})

test('15: reversing 20 postings twice at once undoes each exactly once', async () => {
  const product_id = await org.product()
  const postings = []
  for (let index = 0; index < 20; index++) {
    postings.push(await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main }]))
  }
  const { done, refused } = await together(
    [...postings, ...postings].map(
      ({ posting_id }) =>
        () =>
          org.inTx((tx) => reversePosting(tx, org.actor, { id: newId(), posting_id })),
    ),
  )
  expect([done.length, refused]).toEqual([20, times(20, () => 'already_reversed')])
  expect(await org.totals(product_id)).toMatchObject({ on_hand: 0 })
})

test('16: every request sent again changes nothing', async () => {
  const products = [await org.product(), await org.product()]
  const log = times(20, (index) => ({
    id: newId(),
    kind: 'entry',
    lines: [
      {
        product_id: products[index % 2] as string,
        type: index % 5 ? ('in' as const) : ('out' as const),
        reason: 'other',
        quantity: 1 + index,
        location_id: index % 3 ? org.main : org.second,
      },
    ],
  }))
  const play = async () =>
    (await together(log.map((posting) => () => org.inTx((tx) => postStock(tx, org.actor, posting))))).done.length
  await play()
  // Commands refused for lack of stock may succeed the second time; after that nothing can change any more.
  await play()
  const settled = await Promise.all(products.map(org.totals))
  await play()
  expect(await Promise.all(products.map(org.totals))).toEqual(settled)
  const { rows } = await stock.admin.query(
    'select posting_id from stock_movements where posting_id = any($1) group by posting_id having count(*) > 1',
    [log.map(({ id }) => id)],
  )
  expect(rows).toEqual([])
})

test('B16: a connection killed during an import leaves nothing of it', async () => {
  const product_id = await org.product({ stock: 5 })
  const postings = times(50, () => ({
    id: newId(),
    kind: 'import',
    lines: [{ product_id, type: 'in' as const, reason: 'other', quantity: 1 }],
  }))
  const killed = org.inTx(async (tx) => {
    await postMany(tx, org.actor, postings)
    const { pid } = await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await stock.admin.query('select pg_terminate_backend($1)', [pid])
    await tx.run(sql`select 1`)
  })
  await expect(killed).rejects.toThrow()
  expect(await org.totals(product_id)).toMatchObject({ on_hand: 5 })
  const { rows } = await stock.admin.query('select from posting_keys where id = any($1)', [
    postings.map(({ id }) => id),
  ])
  expect(rows).toEqual([])
})

test('B24: the database itself refuses a balance below zero', async () => {
  const product_id = await org.product({ stock: 1 })
  const update = stock.admin.query('update stock_levels set available = -1 where product_id = $1', [product_id])
  await expect(update).rejects.toMatchObject({ code: '23514' })
  const wrong = stock.admin.query(`update stock_levels set available = 'NaN' where product_id = $1`, [product_id])
  await expect(wrong).rejects.toMatchObject({ code: '23514' })
})

test("the ledger can't be changed by the app role or its owner", async () => {
  const product_id = await org.product({ stock: 1 })
  for (const table of ['posting_keys', 'stock_postings', 'stock_movements', 'product_prices']) {
    const removal = `delete from ${table} where org_id = '${org.org_id}'`
    await expect(stock.admin.query(`begin; set local role onhand_owner; ${removal}`)).rejects.toMatchObject({
      code: '0A000',
    })
    await stock.admin.query('rollback')
    await expect(
      stock.admin.query(`begin; set local role onhand_app; set local app.org_id = '${org.org_id}'; ${removal}`),
    ).rejects.toMatchObject({
      code: '42501',
    })
    await stock.admin.query('rollback')
    await expect(
      stock.admin.query(`begin; set local role onhand_owner; truncate ${table} cascade`),
    ).rejects.toMatchObject({ code: '0A000' })
    await stock.admin.query('rollback')
  }
  const update = stock.admin.query('update stock_movements set quantity = 2 where product_id = $1', [product_id])
  await expect(update).rejects.toMatchObject({ code: '0A000' })
})

test('the data is sound afterwards', () => stock.sound())

function deactivate(location_id: string) {
  return sql`update locations set is_active = false where org_id = ${org.org_id} and id = ${location_id}`
}
