import { expect, test } from 'vitest'
import { newId } from './new-id.ts'
import { createActionKeys } from './action-key.ts'
import { unsettledIn } from './unsettled.ts'

const file = (content: string, lastModified = 1) => new File([content], 'stock.xlsx', { lastModified })

/** Attempts of someone new, so that no test finds what another one left. */
function someone() {
  const sender = newId()
  return {
    saving: (input: unknown) => ({ sender, command: 'save', input }),
    adding: (input: unknown, command = 'add') => ({ sender, command, input, creates: true, isOneRecord: true }),
  }
}

test('the same input has the same key until its outcome is known', () => {
  const { saving } = someone()
  const keys = createActionKeys()
  const first = keys.keyFor(saving({ name: 'Chang', lines: [1, 2] }))
  expect(keys.keyFor(saving({ name: 'Chang', lines: [1, 2] }))).toBe(first)
  keys.settled()
  expect(keys.keyFor(saving({ name: 'Chang', lines: [1, 2] }))).not.toBe(first)
})

test('different input is a different action', () => {
  const { saving } = someone()
  const keys = createActionKeys()
  const first = keys.keyFor(saving({ name: 'Chang' }))
  expect(keys.keyFor(saving({ name: 'Chai' }))).not.toBe(first)
})

test('changed input for one new record keeps its key until the outcome is known', () => {
  const { adding } = someone()
  const keys = createActionKeys()
  const first = keys.keyFor(adding({ quantity: 1 }))
  expect(keys.keyFor(adding({ quantity: 2 }))).toBe(first)
  keys.settled()
  expect(keys.keyFor(adding({ quantity: 2 }))).not.toBe(first)
})

test('the id that a form chose for its record is its key, until it may have been saved under another one', () => {
  const { adding } = someone()
  const [id, other] = [newId(), newId()]
  const keys = createActionKeys()
  expect(keys.keyFor(adding({ id, quantity: 1 }))).toBe(id)
  expect(keys.keyFor(adding({ id: other, quantity: 1 }))).toBe(id)
  keys.settled()
  expect(keys.keyFor(adding({ id: other, quantity: 1 }))).toBe(other)
})

test('two files with one name are two actions, the same file twice is one', () => {
  const { saving } = someone()
  const keys = createActionKeys()
  const [first, saved] = [file('first'), file('first, and saved again', 2)]
  const key = keys.keyFor(saving({ file: first }))
  expect(keys.keyFor(saving({ file: first }))).toBe(key)
  const second = keys.keyFor(saving({ file: saved }))
  expect(second).not.toBe(key)
  expect(keys.keyFor(saving({ file: file('as long in bytes as that', 3) }))).not.toBe(second)
})

test('a form that is opened again knows what the one before it sent without an answer', () => {
  const { saving, adding } = someone()
  const payment = { id: newId(), sales_order_id: 'order', amount: 12 }
  const lost = createActionKeys().keyFor(adding(payment))
  // Whatever is typed this time, it could be the same payment.
  const again = createActionKeys()
  expect(again.keyFor(adding({ ...payment, id: newId(), amount: 5 }))).toBe(lost)
  expect(createActionKeys().keyFor(adding({ ...payment, id: newId(), sales_order_id: 'another' }))).not.toBe(lost)
  expect(createActionKeys().keyFor(adding(payment, 'refund'))).toBe(payment.id)
  again.settled()
  const next = { ...payment, id: newId() }
  expect(createActionKeys().keyFor(adding(next))).toBe(next.id)

  // What is about no other record, and what isn't a new record, is the same only with the same input.
  for (const sending of [saving, adding]) {
    const first = createActionKeys().keyFor(sending({ name: 'Web shop' }))
    expect(createActionKeys().keyFor(sending({ name: 'Web shop' }))).toBe(first)
    expect(createActionKeys().keyFor(sending({ name: 'Warehouse' }))).not.toBe(first)
  }
})

test('what another person or organization sent in this tab is never continued, nor after ten minutes', () => {
  let time = 0
  const clock = () => time
  const { adding } = someone()
  const input = { product_id: 'bolts', quantity: 4 }
  const lost = createActionKeys(clock).keyFor(adding(input))
  expect(createActionKeys(clock).keyFor(someone().adding(input))).not.toBe(lost)
  time += 9 * 60_000
  expect(createActionKeys(clock).keyFor(adding(input))).toBe(lost)
  time += 2 * 60_000
  expect(createActionKeys(clock).keyFor(adding(input))).not.toBe(lost)
})

test('a reloaded page knows what was sent without an answer before, but not what was typed', () => {
  const stored = new Map<string, string>()
  const store = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  }
  const { saving, adding } = someone()
  const keysAfterReload = () => createActionKeys(Date.now, unsettledIn(store))
  const payment = { id: newId(), sales_order_id: 'order', reference: 'typed text' }
  const lost = keysAfterReload().keyFor(adding(payment))
  expect([...stored.values()].join()).not.toContain('typed text')
  const again = keysAfterReload()
  expect(again.keyFor(adding({ ...payment, id: newId() }))).toBe(lost)
  again.settled()
  expect(stored.size).toBe(0)
  const next = { ...payment, id: newId() }
  expect(keysAfterReload().keyFor(adding(next))).toBe(next.id)

  const change = keysAfterReload().keyFor(saving({ id: 'bolts', version: 1 }))
  expect([...stored.values()].join()).not.toContain('bolts')
  expect(keysAfterReload().keyFor(saving({ id: 'bolts', version: 2 }))).not.toBe(change)
  const repeated = keysAfterReload()
  expect(repeated.keyFor(saving({ id: 'bolts', version: 1 }))).toBe(change)
  // Sent again, it is still the same.
  expect(repeated.keyFor(saving({ id: 'bolts', version: 1 }))).toBe(change)
})
