import { describe, expect, test } from 'vitest'
import { newId } from '../server/platform/ids.ts'
import { reserveLine } from './demands.ts'
import type { PostingLine, PostingResult } from './posting.ts'
import { reversePosting } from './reverse-posting.ts'
import { refusalOf, testStock } from './testing/scenarios.ts'

const stock = await testStock()
const org = await stock.organization()

const undo = (posting_id: string, id = newId()): Promise<PostingResult> =>
  org.inTx((tx) => reversePosting(tx, org.actor, { id, posting_id }))
const undoRefused = (posting_id: string) => refusalOf(undo(posting_id))

describe('undo', () => {
  test('reverses the units once, at their own cost, and the same id returns the same result', async () => {
    const product_id = await org.product({ stock: 5 })
    const posting = await org.post([
      { product_id, type: 'in', reason: 'purchase_order', quantity: 4, unit_cost: 2.5, location_id: org.main },
    ])
    const id = newId()
    const reversal = await undo(posting.posting_id, id)
    expect(await undo(posting.posting_id, id)).toEqual(reversal)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 5 })
    expect((await org.history(product_id)).at(-1)).toMatchObject({
      type: 'out',
      from_account: 'available',
      to_account: 'supplier',
      on_hand_change: -4,
    })
    expect(await undoRefused(posting.posting_id)).toMatchObject({ code: 'already_reversed' })
    expect(await undoRefused(id)).toMatchObject({ code: 'cannot_reverse' })
    const { rows } = await stock.admin.query('select unit_cost from stock_movements where posting_id = $1', [id])
    expect(rows).toEqual([{ unit_cost: 2.5 }])
  })

  test('B9: undoing the newest entry leaves no trace in the figures', async () => {
    const product_id = await org.product()
    const posting = await org.post([{ product_id, type: 'in', reason: 'other', quantity: 7, location_id: org.main }])
    await undo(posting.posting_id)
    expect(await org.balances(product_id)).toMatchObject({ available: 0 })
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0, is_out: true })
    await stock.sound()
  })

  test('is refused with the needed and available quantities when the units have left', async () => {
    const product_id = await org.product()
    const posting = await org.post([{ product_id, type: 'in', reason: 'other', quantity: 7, location_id: org.main }])
    await org.post([{ product_id, type: 'out', reason: 'other', quantity: 5, location_id: org.main }])
    const expected = { code: 'insufficient_stock', details: { product_id, location: 'Main', asked: 7, available: 2 } }
    expect(await undoRefused(posting.posting_id)).toMatchObject(expected)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 2 })
  })

  test("a customer's return into a lot that has expired can be undone", async () => {
    const product_id = await org.product()
    const lot_id = await org.lot(product_id, 'past', '2020-01-31')
    const returned = await org.post([
      { product_id, type: 'in', reason: 'customer_return', quantity: 2, location_id: org.main, lot_id },
    ])
    await undo(returned.posting_id)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0 })
    await stock.sound()
  })

  test('never releases reservations, and leaves released units with their documents', async () => {
    const product_id = await org.product({ stock: 10 })
    const demand = {
      document_line_id: newId(),
      document_kind: 'sales_order' as const,
      document_id: newId(),
      product_id,
      wanted: 10,
    }
    await org.post([reserveLine({ document_line_id: demand.document_line_id, product_id })], { demands: [demand] })
    const damaged = await org.post([{ product_id, type: 'out', reason: 'damaged', quantity: 4, location_id: org.main }])
    expect(await org.balances(product_id)).toMatchObject({ available: 0, reserved: 6 })
    await undo(damaged.posting_id)
    expect(await org.balances(product_id)).toMatchObject({ available: 4, reserved: 6 })
    await org.fill(product_id)
    expect(await org.balances(product_id)).toMatchObject({ available: 0, reserved: 10 })
    const found = await org.post([{ product_id, type: 'in', reason: 'other', quantity: 1, location_id: org.main }])
    await org.fill(product_id)
    expect(await org.totals(product_id)).toMatchObject({ available: 1 })
    await org.post([], { demands: [{ ...demand, wanted: 11 }] })
    const promised = await org.fill(product_id)
    expect(await undoRefused(promised.posting_id)).toEqual({
      code: 'cannot_reverse',
      details: { posting_id: promised.posting_id },
    })
    expect(await undoRefused(found.posting_id)).toMatchObject({
      code: 'insufficient_stock',
      details: { asked: 1, available: 0 },
    })
  })

  test('of several lines runs backwards', async () => {
    const product_id = await org.product()
    const lines: PostingLine[] = [
      { product_id, type: 'in', reason: 'other', quantity: 5, location_id: org.main },
      {
        product_id,
        from_account: 'available',
        from_location_id: org.main,
        to_account: 'available',
        to_location_id: org.second,
        quantity: 5,
      },
    ]
    const posting = await org.post(lines)
    await undo(posting.posting_id)
    expect(await org.totals(product_id)).toMatchObject({ on_hand: 0 })
  })

  test("doesn't apply to postings of documents or to unknown ones", async () => {
    const product_id = await org.product()
    const line: PostingLine = { product_id, type: 'in', reason: 'other', quantity: 5 }
    const posting = await org.post([line], { source_kind: 'receipt', source_id: newId() })
    expect(await undoRefused(posting.posting_id)).toMatchObject({ code: 'posting_belongs_to_document' })
    expect(await undoRefused(newId())).toMatchObject({ code: 'not_found' })
    const other = await stock.organization()
    const foreign = other.inTx((tx) => reversePosting(tx, other.actor, { id: newId(), posting_id: posting.posting_id }))
    expect(await refusalOf(foreign)).toMatchObject({ code: 'not_found' })
  })

  test('is dated like the original, or now if that period is closed', async () => {
    const books = await stock.organization()
    const product_id = await books.product()
    const line: PostingLine = { product_id, type: 'in', reason: 'other', quantity: 1, location_id: books.main }
    const reverse = async (posting_id: string) => {
      const result = await books.inTx((tx) => reversePosting(tx, books.actor, { id: newId(), posting_id }))
      return result.happened_at
    }
    const present = await books.post([line])
    const early = await books.post([line], { happened_at: '2026-01-15T12:00:00Z' })
    const late = await books.post([line], { happened_at: '2026-02-15T12:00:00Z' })
    await stock.admin.query(`update organizations set books_closed_until = '2026-02-01' where org_id = $1`, [
      books.org_id,
    ])
    expect(await reverse(present.posting_id)).toBe(present.happened_at)
    expect(await reverse(late.posting_id)).toBe(late.happened_at)
    const reversedAt = Date.parse((await reverse(early.posting_id)) ?? '')
    expect(Math.abs(Date.now() - reversedAt)).toBeLessThan(600_000)
  })
})

test('the data is sound afterwards', () => stock.sound())
