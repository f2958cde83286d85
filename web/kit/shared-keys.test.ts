import { expect, test } from 'vitest'
import { newId } from './new-id.ts'
import { createSharedKeys } from './shared-keys.ts'

const commands = ['add', 'save_as_pending']

test('after a command that may have been executed, another one of the same form is refused once', () => {
  const sender = newId()
  const adding = (command: string) => ({ sender, command, input: { quantity: 4 }, creates: true, isOneRecord: true })
  const keys = createSharedKeys(commands)
  const first = keys.keyFor(adding('add'))
  expect(keys.keyFor(adding('add'))).toBe(first)
  expect(() => keys.keyFor(adding('save_as_pending'))).toThrow('Your last attempt may have been saved')
  const second = keys.keyFor(adding('save_as_pending'))
  expect(second).not.toBe(first)

  // The form is opened again: each command continues under its key, and warns of the other one.
  const again = createSharedKeys(commands)
  expect(() => again.keyFor(adding('save_as_pending'))).toThrow('Your last attempt may have been saved')
  expect(again.keyFor(adding('save_as_pending'))).toBe(second)
  again.settled()
  expect(again.keyFor(adding('add'))).toBe(first)
  again.settled()
  expect(createSharedKeys(commands).keyFor(adding('save_as_pending'))).not.toBe(second)
})
