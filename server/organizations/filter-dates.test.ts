import { expect, test } from 'vitest'
import { listAuditTrail } from '../../contract/audit-trail.ts'
import { createTransfer, listTransfers } from '../../contract/location-transfers.ts'
import { saveSettings } from '../../contract/settings.ts'
import { readTransactionsReport } from '../../contract/transactions-report.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

/** A company in Tokyo, with stock that arrived there on 2 March 2026, at five in the morning. */
async function inTokyo() {
  const s = await stocked(app)
  await s.me.call(saveSettings, { time_zone: 'Asia/Tokyo', version: 1 })
  const { id: product_id } = await s.product(0)
  const happened_at = '2026-03-01T20:00:00Z'
  await s.me.call(createTransaction, {
    product_id,
    type: 'in',
    quantity: 5,
    reason_code: 'other',
    notes: 'Found',
    happened_at,
  })
  return { ...s, product_id }
}

/** The day of a moment in Tokyo, and the days before and after it. */
function daysAround(at: string): string[] {
  const tokyo = Date.parse(at) + 9 * 3_600_000
  return [-1, 0, 1].map((days) => new Date(tokyo + days * 86_400_000).toISOString().slice(0, 10))
}

test("From and To are the organization's days in the history, its search and the report; To is included", async () => {
  const { me, product_id } = await inTokyo()
  const found = async (from: string, to: string) => {
    const listed = await me.call(listTransactions, { product_id, type: 'in', from, to })
    const searched = await me.call(listTransactions, { search: 'Product 1', type: 'in', from, to })
    const reported = await me.call(readTransactionsReport, { product_id, type: 'in', from, to })
    return [listed, searched, reported].map(({ items }) => items.length)
  }
  expect(await found('2026-03-02', '2026-03-02')).toEqual([1, 1, 1])
  expect(await found('2026-03-01', '2026-03-01')).toEqual([0, 0, 0])
  expect(await found('2026-03-03', '2026-03-03')).toEqual([0, 0, 0])
})

test('From and To can be moments, with To excluded', async () => {
  const { me, product_id } = await inTokyo()
  const found = async (dates: { from?: string; to?: string }) =>
    (await me.call(listTransactions, { product_id, type: 'in', ...dates })).items.length
  expect(await found({ from: '2026-03-01T20:00:00Z', to: '2026-03-02' })).toBe(1)
  expect(await found({ from: '2026-03-01T20:00:01Z' })).toBe(0)
  expect(await found({ from: '2026-03-02', to: '2026-03-01T20:00:00Z' })).toBe(0)
  expect(await me.refused(listTransactions, { from: '2026-02-30' })).toMatchObject({ status: 422 })
})

test('the first and the last day of the calendar are days in every time zone', async () => {
  const { me, product_id } = await inTokyo()
  const found = async () =>
    (await me.call(listTransactions, { product_id, type: 'in', from: '0001-01-02', to: '9999-12-31' })).items.length
  expect(await found()).toBe(1)
  await me.call(saveSettings, { time_zone: 'America/Los_Angeles', version: 2 })
  expect(await found()).toBe(1)
})

test("transfers and the audit trail are filtered by the organization's days as well", async () => {
  const { me, main, shop, product_id } = await inTokyo()
  const { created_at } = await me.call(createTransfer, {
    product_id,
    from_location_id: main,
    to_location_id: shop,
    quantity: 1,
    status: 'completed',
  })
  const [before = '', day = '', after = ''] = daysAround(created_at)
  const found = async (one: string) => {
    const transfers = await me.call(listTransfers, { product_id, from: one, to: one })
    const trail = await me.call(listAuditTrail, { type: 'transfers', from: one, to: one })
    return [transfers, trail].map(({ items }) => items.length)
  }
  expect(await found(day)).toEqual([1, 1])
  expect(await found(before)).toEqual([0, 0])
  expect(await found(after)).toEqual([0, 0])
})
