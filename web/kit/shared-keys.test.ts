import { expect, test } from 'vitest'
import { newId } from './new-id.ts'
import { createSharedKeys } from './shared-keys.ts'

test('after a command that may have been executed, another one of the same form is refused once', () => {
  const sender = newId()
  const adding = (command: string) => ({ sender, command, input: { quantity: 4 }, creates: true, isOneRecord: true })
  const keys = createSharedKeys()
  const first = keys.keyFor(adding('add'))
  expect(keys.keyFor(adding('add'))).toBe(first)
  expect(() => keys.keyFor(adding('save_as_pending'))).toThrow('Your last attempt may have been saved')
  expect(keys.keyFor(adding('save_as_pending'))).not.toBe(first)
  keys.settled()
  expect(keys.keyFor(adding('add'))).not.toBe(first)
})
