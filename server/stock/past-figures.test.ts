import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clock } from '../../contract/as-of.ts'
import { explainedNumbers, explainStock, readStockChanges } from '../../contract/explained-stock.ts'
import { saveSettings, readSettings } from '../../contract/settings.ts'
import { readProductStockAsOf, readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { reversePosting } from '../../contract/postings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import type { ReasonCode } from '../../contract/stock-reasons.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { RefusedError, testApp } from '../testing/app.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'

/**
 * Compares everything the API returns about the past with a plain sum over the table's movements and with our own
 * calendar: random histories, both clocks, time zones with days of 23 and 25 hours.
 */
const app = await testApp()

type Movement = { posting_id: string; quantity: number; happened_at: string; recorded_at: string } & Record<
  'from_account' | 'from_location_id' | 'to_account' | 'to_location_id',
  string | null
>

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/Havana']
/**
 * Days around which clocks change somewhere, ends of months, and the boundary between the two ways of computing levels
 * (45 days).
 */
const days = [
  '2025-10-26',
  '2025-11-02',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
]

const minuteMs = 60_000
/** A time in microseconds, as exact as the database stores it. */
const micros = (text: string) => Date.parse(text) * 1_000 + Number(/\.\d{3}(\d{3})/.exec(text)?.[1] ?? 0)
const aDay = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...days) },
  fc.integer({ min: 1, max: 90 }).map((back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)),
)
/**
 * A moment near the end of a day, wherever the organization is: otherwise most figures of a day would miss these
 * entries.
 */
const nearDayEnd = fc.record({
  day: aDay,
  shiftMs: fc.constantFrom(-7_200_000, -1_800_000, -1, 0, 1, 900_000, 1_800_000, 43_200_000),
})
const momentNear = ({ day, shiftMs }: { day: string; shiftMs: number }, zone: string) =>
  new Date(Math.min((dayEnd(day, zone) + 1) / 1_000 + shiftMs, Date.now())).toISOString()

const aStep = fc.record({
  what: fc.constantFrom<'in' | 'out' | 'early out' | 'hold' | 'transfer' | 'send' | 'count' | 'undo'>(
    'in',
    'in',
    'in',
    'out',
    'early out',
    'hold',
    'transfer',
    'send',
    'count',
    'undo',
  ),
  quantity: fc.integer({ min: 1, max: 30 }).map((tenths) => tenths / 10),
  atShop: fc.boolean(),
  happened: nearDayEnd,
})
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never

/** A day, a local time, a moment, or the exact moment of some movement, to the microsecond. */
const aQuestion = fc.record({
  form: fc.constantFrom('day', 'day', 'time', 'moment', 'movement'),
  day: aDay,
  earlier: aDay,
  time: fc.constantFrom('00:00', '00:30', '12:15', '23:59'),
  moment: nearDayEnd,
  movement: fc.nat({ max: 30 }),
  by: fc.constantFrom<Clock>('happened', 'happened', 'recorded'),
  account: fc.oneof({ weight: 3, arbitrary: fc.constant('on_hand' as const) }, fc.constantFrom(...explainedNumbers)),
  where: fc.constantFrom('everywhere', 'everywhere', 'main', 'shop'),
})
type Question = typeof aQuestion extends fc.Arbitrary<infer Q> ? Q : never

/** One step of a history. Returns the posting that it may undo later. */
async function act(
  { me, main, shop }: Stocked,
  product_id: string,
  step: Step,
  posted: string[],
  zone: string,
): Promise<string | null> {
  const { quantity } = step
  const [here, there] = step.atShop ? [shop, main] : [main, shop]
  const entered = async (type: 'in' | 'out', reason_code: ReasonCode, when = momentNear(step.happened, zone)) => {
    const entry = { product_id, type, quantity, reason_code, location_id: here, happened_at: when }
    return (await me.call(createTransaction, entry)).posting_id
  }
  const moved = async (status: 'completed' | 'pending') => {
    await me.call(createTransfer, { product_id, quantity, from_location_id: here, to_location_id: there, status })
    return null
  }
  switch (step.what) {
    case 'in':
      return entered('in', 'customer_return')
    case 'out':
      return entered('out', 'damaged')
    case 'early out':
      // Dated before anything was received: the view by happened time is negative until then.
      return entered('out', 'damaged', '2025-10-01T00:00:00Z')
    case 'hold':
      return entered('out', 'qc_hold')
    case 'transfer':
      return moved('completed')
    case 'send':
      return moved('pending')
    case 'count': {
      const quantities = [{ from: 0, to: quantity }]
      return (await me.call(setLocationStock, { product_id, location_id: here, quantities })).posting_id
    }
    case 'undo': {
      const posting_id = posted.pop()
      if (posting_id) await me.call(reversePosting, { posting_id })
      return null
    }
  }
}

/** The last microsecond of a day, found by searching JavaScript's calendar by hour and minute. */
function dayEnd(day: string, zone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  let at = Date.parse(day) - 15 * 3_600_000
  while (format.format(at) < day || format.format(at) === day) at += minuteMs
  return at * 1_000 - 1
}

/** A local time in JavaScript's calendar: the last moment with that name. */
function localTime(day: string, time: string, zone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  let found = NaN
  for (let at = Date.parse(day) - 15 * 3_600_000; at < Date.parse(day) + 40 * 3_600_000; at += minuteMs)
    if (format.format(at) === `${day} ${time}`) found = at * 1_000
  return found
}

const tenths = (value: number) => Math.round(value * 10)
const contains = (account: string, number: string) =>
  number === 'on_hand' ? ['available', 'reserved'].includes(account) : account === number

/** The number at a moment, in tenths of a unit: the sum of every movement up to it. */
function plainSum(movements: Movement[], at: number, by: Clock, number: string, wanted: string | null): number {
  let sum = 0
  for (const movement of movements) {
    if (micros(by === 'happened' ? movement.happened_at : movement.recorded_at) > at) continue
    for (const side of ['from', 'to'] as const) {
      const [account, location] = [movement[`${side}_account`], movement[`${side}_location_id`]]
      if (
        location === null ||
        account === null ||
        !contains(account, number) ||
        (wanted !== null && location !== wanted)
      )
        continue
      sum += (side === 'to' ? 1 : -1) * tenths(movement.quantity)
    }
  }
  return sum
}

const tally = { questions: 0, something: 0 }

/** The moment of a question, in the API's form and in microseconds by JavaScript's calendar. */
function momentOf(
  { form, day, time, moment, movement, by }: Question,
  movements: Movement[],
  zone: string,
): [string, number] {
  if (form === 'day') return [day, dayEnd(day, zone)]
  if (form === 'time') return [`${day}T${time}`, localTime(day, time, zone)]
  const exact =
    (form === 'movement' && movements[movement % movements.length]?.[`${by}_at`]) || momentNear(moment, zone)
  return [exact, micros(exact)]
}

async function ask(
  s: Stocked,
  products: { id: string; movements: Movement[] }[],
  zone: string,
  question: Question,
): Promise<void> {
  const { day, by, account } = question
  const { me } = s
  const [{ id: product_id, movements }] = products as [(typeof products)[0]]
  const [as_of, at] = momentOf(question, movements, zone)
  // A time that the clocks skip on this day has no name in the other calendar.
  if (Number.isNaN(at) || at > Date.now() * 1_000) return
  const location_id = { everywhere: undefined, main: s.main, shop: s.shop }[question.where]
  const sum = (number: string, wanted: string | null = location_id ?? null, moment = at) =>
    plainSum(movements, moment, by, number, wanted)
  const label = `${as_of} ${by} in ${zone}`

  const stock = await me.call(readProductStockAsOf, { product_id, as_of, by })
  for (const number of explainedNumbers) {
    expect(tenths(stock[number]), `${number} ${label}`).toBe(sum(number, null))
    for (const location of [s.main, s.shop])
      expect(
        tenths(stock.locations.find((one) => one.location_id === location)?.[number] ?? 0),
        `${number} ${label}`,
      ).toBe(sum(number, location))
  }
  const why = await me.call(explainStock, { product_id, as_of, by, account, location_id, limit: 3 })
  expect([tenths(why.value ?? NaN), why.check?.adds_up], label).toEqual([sum(account), true])
  const rows = [...why.items]
  for (let cursor = why.next; cursor;) {
    const page = await me.call(explainStock, { product_id, as_of, by, account, location_id, limit: 3, cursor })
    rows.push(...page.items)
    cursor = page.next
  }
  let balance = sum(account)
  for (const row of rows) {
    expect(tenths(row.balance), label).toBe(balance)
    balance -= tenths(row.change)
  }
  expect(balance, label).toBe(0)

  const [first, last] = [question.earlier, day].toSorted() as [string, string]
  if (dayEnd(last, zone) < Date.now() * 1_000) {
    const changed = await me.call(readStockChanges, { product_id, since: first, as_of: last, by, account, location_id })
    const [start, end] = [sum(account, undefined, dayEnd(first, zone)), sum(account, undefined, dayEnd(last, zone))]
    expect([tenths(changed.start), tenths(changed.end), changed.adds_up], label).toEqual([start, end, true])
    expect(
      changed.changes.reduce((total, { change }) => total + tenths(change), 0),
      label,
    ).toBe(end - start)
  }
  const value = await me.call(readStockValueAsOf, { as_of, by })
  const units = products.reduce((total, one) => total + plainSum(one.movements, at, by, 'on_hand', null), 0)
  expect([tenths(value.units), tenths(value.value_at_price)], label).toEqual([units, units * 2])
  tally.questions++
  if (sum(account) !== 0) tally.something++
}

test('every past figure is the plain sum of the movements up to then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(aStep, { minLength: 6, maxLength: 18, size: 'max' }),
      fc.array(aQuestion, { minLength: 6, maxLength: 6 }),
      async (zone, steps, questions) => {
        const s = await stocked(app)
        const { version } = await s.me.call(readSettings, {})
        await s.me.call(saveSettings, { time_zone: zone, version })
        const made = [await s.product(0, { quantity_decimals: 1 }), await s.product(4)]
        const posted: string[] = []
        for (const step of steps) {
          // Impossible steps are refused, as they should be: the others make up the history.
          const done = await act(s, made[0]?.id ?? '', step, posted, zone).catch((error: unknown) => {
            if (!(error instanceof RefusedError) || error.status !== 409) throw error
            return null
          })
          if (done) posted.push(done)
        }
        const products = await Promise.all(
          made.map(async ({ id }) => {
            const { rows } = await app.admin.query<Movement>('select * from stock_movements where product_id = $1', [
              id,
            ])
            return { id, movements: rows }
          }),
        )
        for (const question of questions) await ask(s, products, zone, question)
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
  // Queries with empty results would prove nothing.
  expect(tally.questions).toBeGreaterThan(40)
  expect(tally.something).toBeGreaterThan(7)
})
