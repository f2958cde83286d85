import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { readProduct } from '../../contract/products.ts'
import { smallestUnits } from '../../contract/quantity.ts'
import { listTransactions, type Transaction } from '../../contract/transactions.ts'
import { transactionTypes } from '../../contract/transaction-types.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { busyCompany, type BusyCompany } from '../testing/busy-company.ts'

const app = await sharedApp()
let company: BusyCompany
let history: Transaction[]

async function all(asked: InputOf<typeof listTransactions> = {}): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | undefined
  do {
    const page = await company.me.call(listTransactions, { limit: 30, ...asked, cursor })
    rows.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  return rows
}

/** Sums in whole ten-thousandths of a unit, by product. */
function sums(rows: readonly Transaction[], of: (row: Transaction) => number): Record<string, bigint> {
  const found: Record<string, bigint> = Object.fromEntries(company.product_ids.map((id) => [id, 0n]))
  for (const row of rows) found[row.product_id] = (found[row.product_id] ?? 0n) + smallestUnits(of(row), 4)
  return found
}

beforeAll(async () => {
  company = await busyCompany(app)
  history = await all()
})

describe('the whole history', () => {
  test('has every type, newest first, each entry once', async () => {
    expect(new Set(history.map(({ type }) => type))).toEqual(new Set(transactionTypes))
    expect(new Set(history.map(({ id }) => id)).size).toBe(history.length)
    // PostgreSQL leaves zeros at the end of a second's fraction out, so as texts .7776Z comes after .777601Z.
    const dates = history.map(({ date }) => date.slice(0, -1).padEnd('2026-01-01T00:00:00.000000'.length, '0'))
    expect(dates).toEqual(dates.toSorted().toReversed())
    await expectSound(app)
  })

  test('adds up to the stock of every product, in every account', async () => {
    const products = await Promise.all(company.product_ids.map((id) => company.me.call(readProduct, { id })))
    for (const account of ['on_hand', 'held', 'reserved', 'in_transit', 'incoming'] as const)
      expect([account, sums(history, (row) => row[`${account}_change`])]).toEqual([
        account,
        Object.fromEntries(products.map(({ id, stock }) => [id, smallestUnits(stock[account], 4)])),
      ])
    expect(products.some(({ stock }) => stock.in_transit > 0 && stock.on_hand > 0)).toBe(true)
  })

  test("consists of the stock changes and the commitments, which don't change on hand", async () => {
    const changes = await all({ type: 'stock_changes' })
    const commitments = await all({ type: 'commitment' })
    expect(new Set([...changes, ...commitments].map(({ id }) => id))).toEqual(new Set(history.map(({ id }) => id)))
    expect(changes.length + commitments.length).toBe(history.length)
    expect(commitments.filter((row) => row.on_hand_change !== 0 || row.held_change !== 0)).toEqual([])
    expect(sums(changes, (row) => row.on_hand_change)).toEqual(sums(history, (row) => row.on_hand_change))
  })

  test('shows the ends of a transfer, and where goods are expected', async () => {
    const locations = (rows: readonly Transaction[]) =>
      rows.map(({ metadata: { location_name, to_location_name } }) => [location_name, to_location_name])
    const transfers = history.filter(({ type }) => type === 'transfer')
    expect(locations(transfers)).toContainEqual(['Main Warehouse', 'Shop floor'])
    expect(locations(transfers)).toContainEqual(['Shop floor', 'Main Warehouse'])
    const expected = history.filter(({ type, incoming_change }) => type === 'commitment' && incoming_change > 0)
    expect(locations(expected)).toContainEqual(['Main Warehouse', null])
  })

  test('names the order that goods were reserved for when they arrived', async () => {
    const filled = history.filter((row) => row.type === 'commitment' && row.user_reference === 'unknown')
    expect(filled.length).toBeGreaterThan(0)
    for (const row of filled)
      expect(row).toMatchObject({
        document: { kind: 'sales_order', number: expect.stringMatching(/^SO-/) },
        metadata: { sales_order_number: row.document?.number, customer_name: 'Lazy K Kountry Store' },
      })
  })
})
