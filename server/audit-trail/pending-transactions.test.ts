import { expect, test } from 'vitest'
import { countAuditTrail, listAuditTrail, readRecordHistory } from '../../contract/audit-trail.ts'
import { readRecentActivity } from '../../contract/dashboard.ts'
import {
  completeTransactionDraft,
  createTransactionDraft,
  discardTransactionDraft,
} from '../../contract/transaction-drafts.ts'
import { sharedApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

const removal = (product_id: string, quantity: number, more: object = {}) => ({
  product_id,
  type: 'out' as const,
  quantity,
  reason_code: 'damaged' as const,
  ...more,
})

test('entering, completing and discarding a pending transaction are each recorded once, with who did it and the product', async () => {
  const { me, product } = await stocked(app)
  const { id, name } = await product(10)
  const other = await colleague(app, me, 'admin')
  const done = await me.call(createTransactionDraft, removal(id, 4, { notes: 'Broken pallet' }))
  const dropped = await me.call(createTransactionDraft, removal(id, 2))
  await other.call(completeTransactionDraft, done)
  await other.call(discardTransactionDraft, dropped)
  await me.refused(discardTransactionDraft, dropped)
  await me.refused(createTransactionDraft, removal(id, 0.5))

  const { items } = await me.call(listAuditTrail, { type: 'stock_changes', limit: 100 })
  const drafts = items.filter(({ table_name }) => table_name === 'transaction_drafts')
  expect(
    drafts.map(({ action, summary, record_id, user_email, item_name, subject_id }) => [
      action,
      summary,
      record_id,
      user_email,
      item_name,
      subject_id,
    ]),
  ).toEqual([
    ['deleted', 'Deleted pending transaction', dropped.draft_id, other.email, name, id],
    ['updated', 'Completed pending transaction', done.draft_id, other.email, name, id],
    ['created', 'Created pending transaction', dropped.draft_id, me.email, name, id],
    ['created', 'Created pending transaction', done.draft_id, me.email, name, id],
  ])
  const valuesOf = (index: number) =>
    Object.fromEntries((drafts[index]?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]))
  expect(valuesOf(0)).toEqual({
    product_id: [name, null],
    type: ['out', null],
    quantity: [2, null],
    reason_code: ['damaged', null],
    status: ['pending', null],
  })
  expect(valuesOf(1)).toEqual({ status: ['pending', 'completed'] })
  expect(valuesOf(3)).toMatchObject({ quantity: [null, 4], notes: [null, 'Broken pallet'] })

  const { items: history } = await me.call(readRecordHistory, { record_id: id, limit: 100 })
  expect(history.map(({ table_name, summary }) => `${table_name}: ${summary}`)).toEqual(
    expect.arrayContaining(['transaction_drafts: Completed pending transaction', 'stock: Stock -4']),
  )
})

test('pending transactions are found by their words, their product and their action; the count agrees', async () => {
  const { me, product } = await stocked(app)
  const { id, name } = await product(10)
  const done = await me.call(createTransactionDraft, removal(id, 4))
  await me.call(completeTransactionDraft, done)
  const found = async (filters: object) => {
    const { items } = await me.call(listAuditTrail, { ...filters, limit: 100 })
    expect((await me.call(countAuditTrail, filters)).count).toBe(items.length)
    return items.filter(({ table_name }) => table_name === 'transaction_drafts').map(({ action }) => action)
  }
  expect(await found({ search: 'pending transaction' })).toEqual(['updated', 'created'])
  expect(await found({ search: 'completed pending' })).toEqual(['updated'])
  expect(await found({ type: 'stock_changes', search: name.toLowerCase() })).toEqual(['updated', 'created'])
  expect(await found({ type: 'stock_changes', action: 'created' })).toEqual(['created'])
  expect(await found({ type: 'transfers' })).toEqual([])
  expect((await me.call(readRecentActivity, {})).items.map(({ table_name }) => table_name)).not.toContain(
    'transaction_drafts',
  )
})

test('a member limited to other locations sees no pending transaction of this one', async () => {
  const { me, product, main, shop } = await stocked(app)
  const { id } = await product(10)
  const elsewhere = await limitedMember(app, me, [shop])
  const draft = await me.call(createTransactionDraft, removal(id, 4, { location_id: main }))
  await me.call(discardTransactionDraft, draft)
  const seen = async (who: typeof me) =>
    (await who.call(listAuditTrail, { search: 'pending transaction' })).items.map(({ action }) => action)
  expect(await seen(me)).toEqual(['deleted', 'created'])
  expect(await seen(elsewhere)).toEqual([])
})
