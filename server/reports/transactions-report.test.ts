import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { readProduct, type Product } from '../../contract/products.ts'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { readTransactionsReport, readTransactionsSummary } from '../../contract/transactions-report.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'
import { csvRows } from './testing/files.ts'

const app = await sharedApp()

describe('transaction history', () => {
  let company: Stocked
  let product: Product
  beforeAll(async () => {
    company = await stocked(app)
    product = await company.product(50, { quantity_decimals: 1 })
    const enter = (input: Omit<InputOf<typeof createTransaction>, 'product_id'>) =>
      company.me.call(createTransaction, { product_id: product.id, ...input })
    await enter({
      type: 'in',
      quantity: 5,
      reason_code: 'customer_return',
      notes: null,
      happened_at: '2026-01-05T23:30:00Z',
    })
    await enter({
      type: 'out',
      quantity: 2.5,
      reason_code: 'qc_hold',
      notes: 'wet',
      happened_at: '2026-01-07T10:00:00Z',
    })
    await enter({
      type: 'in',
      quantity: 1,
      reason_code: 'qc_release',
      notes: 'dry',
      happened_at: '2026-01-08T10:00:00Z',
    })
    await enter({ type: 'adjustment', quantity: -3, notes: 'counted', happened_at: '2026-02-01T10:00:00Z' })
    await company.me.call(createTransfer, {
      product_id: product.id,
      quantity: 6,
      from_location_id: company.main,
      to_location_id: company.shop,
      reason: 'restock',
    })
    await company.me.call(createTransactionDraft, {
      product_id: product.id,
      type: 'in',
      quantity: 99,
      reason_code: 'other',
      notes: 'later',
    })
  })

  test('quantities are signed as in the history, notes are as typed or the reason, and pending transactions are left out', async () => {
    const { items } = await company.me.call(readTransactionsReport, {})
    expect(items.map(({ type, quantity, notes, reason }) => [type, quantity, notes, reason])).toEqual([
      ['transfer', 6, null, 'restock'],
      ['opening', 50, null, null],
      ['adjustment', -3, 'counted', null],
      ['in', 1, 'dry', 'qc_release'],
      ['out', -2.5, 'wet', 'qc_hold'],
      ['in', 5, null, 'customer_return'],
    ])
    const rows = (await csvRows(company.me, 'transactions/file')).slice(1)
    expect(rows.map((row) => row.slice(3))).toEqual([
      ['transfer', '6', 'restock', 'P-1', 'Main Warehouse → Shop floor', 'restock', '', '0'],
      ['opening', '50', '', 'P-1', 'Main Warehouse', '', '', '50'],
      ['adjustment', '-3', 'counted', 'P-1', 'Main Warehouse', '', '', '-3'],
      ['in', '1', 'dry', 'P-1', 'Main Warehouse', 'qc_release', '', '1'],
      ['out', '2.5', 'wet', 'P-1', 'Main Warehouse', 'qc_hold', '', '-2.5'],
      ['in', '5', 'customer_return', 'P-1', 'Main Warehouse', 'customer_return', '', '5'],
    ])
    const { on_hand } = (await company.me.call(readProduct, { id: product.id })).stock
    expect(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(on_hand)
  })

  test('a change of held goods only is signed by that', async () => {
    const held = await company.product(5)
    const enter = (reason_code: 'qc_hold' | 'held_scrap', quantity: number) =>
      company.me.call(createTransaction, { product_id: held.id, type: 'out', quantity, reason_code, notes: 'x' })
    await enter('qc_hold', 3)
    await enter('held_scrap', 2)
    const { items } = await company.me.call(readTransactionsReport, { product_id: held.id })
    // -3 left on hand for stock on hold, -2 only left stock on hold.
    expect(items.map(({ quantity, on_hand_change, held_change }) => [quantity, on_hand_change, held_change])).toEqual([
      [-2, 0, -2],
      [-3, -3, 3],
      [5, 5, 0],
    ])
    expect(await company.me.call(readTransactionsSummary, { product_id: held.id })).toMatchObject({
      transactions: 3,
      units_in: 5,
      units_out: 3,
    })
  })

  test('is filtered by type, product and days, and read in either direction', async () => {
    const of = async (input: object) =>
      (await company.me.call(readTransactionsReport, input)).items.map(({ type, quantity }) => [type, quantity])
    expect(await of({ type: 'opening', product_id: product.id })).toEqual([['opening', 50]])
    expect(await of({ type: 'transfer' })).toEqual([['transfer', 6]])
    expect(await of({ sort: 'date', from: '2026-01-06', to: '2026-01-31' })).toEqual([
      ['out', -2.5],
      ['in', 1],
    ])
    const other = await company.product(0)
    await company.me.call(updateStock, { product_id: other.id, location_id: company.shop, type: 'in', quantity: 7 })
    expect(await of({ product_id: other.id })).toEqual([['in', 7]])
    expect((await csvRows(company.me, `transactions/file?product_id=${other.id}&type=in`))[1]?.slice(2)).toEqual([
      other.name,
      'in',
      '7',
      '',
      other.sku,
      'Shop floor',
      '',
      '',
      '7',
    ])
    expect(await of({ product_id: crypto.randomUUID() })).toEqual([])
  })

  test('an entry that took goods of two lots is one row with the sum', async () => {
    const lots = await company.product(0)
    for (const lot_number of ['L1', 'L2'])
      await company.me.call(createTransaction, {
        product_id: lots.id,
        type: 'in',
        quantity: 5,
        reason_code: 'other',
        notes: lot_number,
        lot_number,
      })
    await company.me.call(createTransaction, {
      product_id: lots.id,
      type: 'out',
      quantity: 8,
      reason_code: 'customer_order',
    })
    const { rows } = await app.admin.query('select from stock_movements where product_id = $1 and not is_entry', [
      lots.id,
    ])
    expect(rows, 'the exit has a second leg').toHaveLength(1)
    const { items } = await company.me.call(readTransactionsReport, { product_id: lots.id })
    expect(items.map(({ quantity }) => quantity)).toEqual([-8, 5, 5])
    expect(await company.me.call(readTransactionsSummary, { product_id: lots.id })).toMatchObject({
      units_in: 10,
      units_out: 8,
    })
  })

  test('daily totals are of on hand, in the organization’s time zone, including days without changes', async () => {
    const january = { product_id: product.id, to: '2026-01-20' }
    expect(await company.me.call(readTransactionsSummary, january)).toEqual({
      as_of: null,
      is_complete: true,
      transactions: 3,
      units_in: 6,
      units_out: 2.5,
      units_have_sum: true,
      step: 'day',
      steps: [
        { begins: '2026-01-05', units_in: 5, units_out: 0 },
        { begins: '2026-01-06', units_in: 0, units_out: 0 },
        { begins: '2026-01-07', units_in: 0, units_out: 2.5 },
        { begins: '2026-01-08', units_in: 1, units_out: 0 },
      ],
    })
    await app.admin.query(`update organizations set time_zone = 'Europe/Berlin' where org_id = $1`, [company.me.org_id])
    const { steps } = await company.me.call(readTransactionsSummary, january)
    expect(steps[0]).toEqual({ begins: '2026-01-06', units_in: 5, units_out: 0 })
    // 23:30 in UTC is the next day in Berlin, for the filter too.
    expect(await company.me.call(readTransactionsSummary, { ...january, from: '2026-01-06' })).toMatchObject({
      transactions: 3,
    })
    expect(await company.me.call(readTransactionsSummary, { product_id: product.id, to: '2026-01-05' })).toMatchObject({
      transactions: 0,
    })
    const { step } = await company.me.call(readTransactionsSummary, {})
    expect(['week', 'month', 'year']).toContain(step)
  })
})
