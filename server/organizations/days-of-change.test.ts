import { expect, test } from 'vitest'
import { readProductStockAsOf } from '../../contract/stock-as-of.ts'
import { saveSettings } from '../../contract/settings.ts'
import { readTransactionsReport, readTransactionsSummary } from '../../contract/transactions-report.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

/** Days on which clocks change, or that are far from UTC, with their first moment and that of the next day. */
const days = [
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', '2025-10-26', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
  ['Australia/Lord_Howe', '2025-10-05', '2025-10-04T13:30:00Z', '2025-10-05T13:00:00Z'],
  ['Asia/Kolkata', '2026-03-08', '2026-03-07T18:30:00Z', '2026-03-08T18:30:00Z'],
  ['Pacific/Apia', '2026-03-08', '2026-03-07T11:00:00Z', '2026-03-08T11:00:00Z'],
] as const

const neighbor = (day: string, by: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

test.each(days)(
  'in %s, %s has its own length in the history, the report and its file, the chart and the stock of the past',
  async (time_zone, day, begins, next) => {
    const { me, product } = await stocked(app)
    await me.call(saveSettings, { time_zone, version: 1 })
    const { id: product_id } = await product(0)
    // The last moment of the day before, the first and last of the day, and the first of the day after.
    for (const [quantity, happened_at] of [
      [1, before(begins)],
      [10, begins],
      [100, before(next)],
      [1_000, next],
    ] as const)
      await me.call(createTransaction, {
        product_id,
        type: 'in',
        quantity,
        reason_code: 'other',
        notes: 'Found',
        happened_at,
      })

    const yesterday = neighbor(day, -1)
    const tomorrow = neighbor(day, 1)
    for (const [from, to, units] of [
      [yesterday, yesterday, 1],
      [day, day, 110],
      [tomorrow, tomorrow, 1_000],
      [day, tomorrow, 1_110],
    ] as const) {
      const span = { product_id, type: 'in', from, to } as const
      const [listed, reported, summed, file] = await Promise.all([
        me.call(listTransactions, span),
        me.call(readTransactionsReport, span),
        me.call(readTransactionsSummary, span),
        me.fetch(`/api/v1/reports/transactions/file?${new URLSearchParams({ ...span, format: 'csv' })}`),
      ])
      const sum = (items: readonly { quantity: number }[]) => items.reduce((all, { quantity }) => all + quantity, 0)
      expect([sum(listed.items), sum(reported.items), summed.units_in], `${from} to ${to}`).toEqual([
        units,
        units,
        units,
      ])
      expect((await file.text()).trimEnd().split('\n')).toHaveLength(1 + listed.items.length)
    }
    const { steps } = await me.call(readTransactionsSummary, { product_id, type: 'in', from: yesterday, to: tomorrow })
    expect(steps.map(({ begins: of, units_in }) => [of, units_in])).toEqual([
      [yesterday, 1],
      [day, 110],
      [tomorrow, 1_000],
    ])
    const onHand = async (as_of: string) =>
      (await me.call(readProductStockAsOf, { product_id, as_of, by: 'happened' })).on_hand
    expect(await Promise.all([yesterday, day, tomorrow].map(onHand))).toEqual([1, 111, 1_111])
  },
)
