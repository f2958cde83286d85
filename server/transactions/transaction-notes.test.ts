import { describe, expect, test } from 'vitest'
import { purchaseOrderIn, shownNotes } from './transaction-notes.ts'

describe('notes in the history', () => {
  const cases: [typed: string | null, number: string | null, shown: string | null][] = [
    [null, null, null],
    ['', null, null],
    ['test', null, null],
    ['testing the scale', null, 'testing the scale'],
    ['Received items from purchase order', null, null],
    ['Received items from purchase order PO-482913-117', 'PO-482913-117', null],
    ['PO-482913-117: box was wet', 'PO-482913-117', 'box was wet'],
    ['box was wet (PO-48291-117)', null, 'box was wet (PO-48291-117)'],
    ['XPO-482913-117', null, 'XPO-482913-117'],
    ['for Anna', null, 'for Anna'],
  ]
  test.each(cases)('%j names %j and shows %j', (typed, number, shown) => {
    expect(purchaseOrderIn(typed)).toBe(number)
    expect(shownNotes(typed)).toBe(shown)
  })
})
