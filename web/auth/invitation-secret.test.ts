import { expect, test } from 'vitest'
import { forgetInvitation, invitationSecret } from './invitation-secret.ts'

function memory(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
}

test('the secret of an invitation is kept during sign-up, until it is accepted', () => {
  const store = memory()
  expect(invitationSecret('', store)).toBeNull()
  expect(invitationSecret('#first', store)).toBe('first')
  expect(invitationSecret('', store)).toBe('first')
  // A newer link takes its place.
  expect(invitationSecret('#second', store)).toBe('second')
  expect(invitationSecret('', store)).toBe('second')
  forgetInvitation(store)
  expect(invitationSecret('', store)).toBeNull()
})

test('a browser without storage reads the link itself', () => {
  const none = {
    getItem: () => {
      throw new Error('no storage')
    },
    setItem: () => {
      throw new Error('no storage')
    },
    removeItem: () => {
      throw new Error('no storage')
    },
  }
  expect(invitationSecret('#given', none)).toBe('given')
  expect(invitationSecret('', none)).toBeNull()
  expect(() => forgetInvitation(none)).not.toThrow()
})
