import { expect, test } from 'vitest'
import { feedNouns } from '../../contract/feed.ts'
import type { Webhook } from '../../contract/webhooks.ts'
import { describeBacklog, describeNouns, describeOutcome, isConfirmed, outcomeAdvice } from './words.ts'

test('the events of a webhook are named in a few words', () => {
  expect(describeNouns(feedNouns)).toBe('All events')
  expect(describeNouns(['stock'])).toBe('Stock movements')
  expect(describeNouns(['stock', 'product'])).toBe('2 kinds of events')
})

test('an attempt is confirmed by a status from 200 to 299', () => {
  expect([199, 200, 204, 299, 300, 500].filter((status) => isConfirmed({ status }))).toEqual([200, 204, 299])
  expect(isConfirmed({ status: null })).toBe(false)
  expect(describeOutcome({ status: null, failure: 'timeout' })).toBe('Timed out')
  expect(describeOutcome({ status: 500, failure: null })).toBe('500')
})

test('the log says what to check after an attempt that was not confirmed', () => {
  expect(outcomeAdvice({ status: 500, failure: null })).toBe('the receiver answered 500. Check its own log.')
  expect(outcomeAdvice({ status: null, failure: 'not_allowed' })).toContain('Check the URL')
  expect(outcomeAdvice({ status: null, failure: 'timeout' })).toContain('10 seconds')
})

test('a webhook says what waits, and why it is turned off', () => {
  const webhook = (more: Partial<Webhook>) => ({ state: 'active', waiting: 0, ...more }) as Webhook
  expect(describeBacklog(webhook({}))).toBe(null)
  expect(describeBacklog(webhook({ waiting: 1 }))).toBe('1 event waiting')
  expect(describeBacklog(webhook({ state: 'off', switched_off_because: 'gone' }))).toContain('410')
  expect(describeBacklog(webhook({ state: 'off', switched_off_because: 'secret_lost' }))).toContain('Rotate the secret')
})
