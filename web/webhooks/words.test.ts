import { expect, test } from 'vitest'
import { feedNouns } from '../../contract/feed.ts'
import type { Webhook, WebhookAttempt } from '../../contract/webhooks.ts'
import {
  byEvent,
  describeBacklog,
  describeNouns,
  describeOutcome,
  describeResend,
  isConfirmed,
  lastFailure,
  outcomeAdvice,
} from './words.ts'

test('the events of a webhook are named in a few words', () => {
  expect(describeNouns(feedNouns)).toBe('All events')
  expect(describeNouns(['stock'])).toBe('Stock movements')
  expect(describeNouns(['stock', 'product'])).toBe('Stock movements and products')
  expect(describeNouns(['stock', 'product', 'receipt'])).toBe('3 kinds of events')
})

test('an attempt is confirmed by a status from 200 to 299', () => {
  expect([199, 200, 204, 299, 300, 500].filter((status) => isConfirmed({ status }))).toEqual([200, 204, 299])
  expect(isConfirmed({ status: null })).toBe(false)
  expect(describeOutcome({ status: null, failure: 'timeout' })).toBe('Timed out')
  expect(describeOutcome({ status: 500, failure: null })).toBe('500')
})

test('the log says what to check after an attempt that was not confirmed', () => {
  expect(outcomeAdvice({ status: 500, failure: null })).toBe('the receiver responded with 500. Check its own log.')
  expect(outcomeAdvice({ status: null, failure: 'not_allowed' })).toContain('Check the URL')
  expect(outcomeAdvice({ status: null, failure: 'timeout' })).toContain('10 seconds')
})

test('an event that is sent again waits while the webhook is paused or turned off', () => {
  expect(describeResend(7, 'active')).toBe('Sending event 7 again')
  expect(describeResend(7, 'failing')).toBe('Sending event 7 again')
  for (const state of ['paused', 'off'] as const)
    expect(describeResend(7, state)).toBe('Event 7 will be sent again when the webhook is resumed')
})

test('the log has one entry per event, and one per test', () => {
  const attempt = (id: number, number: number | null) => ({ id, number, type: 'test', status: 500 }) as WebhookAttempt
  const events = byEvent([attempt(5, 7), attempt(4, null), attempt(3, 7), attempt(2, null), attempt(1, 6)])
  expect(events.map(({ newest, count }) => [newest.id, count])).toEqual([
    [5, 2],
    [4, 1],
    [2, 1],
    [1, 1],
  ])
})

test('a webhook says why its last attempt failed', () => {
  const webhook = (last_status: number | null, last_attempt_at: string | null = '2026-01-01T00:00:00Z') =>
    ({ last_status, last_attempt_at }) as Webhook
  expect(lastFailure(webhook(204))).toBe(null)
  expect(lastFailure(webhook(null, null))).toBe(null)
  expect(lastFailure(webhook(500))).toBe('the receiver responded with 500')
  expect(lastFailure(webhook(null))).toBe('no response from the receiver')
})

test('a webhook says what waits, and why it is turned off', () => {
  const webhook = (more: Partial<Webhook>) => ({ state: 'active', waiting: 0, ...more }) as Webhook
  expect(describeBacklog(webhook({}))).toBe(null)
  expect(describeBacklog(webhook({ waiting: 1 }))).toBe('1 event waiting')
  expect(describeBacklog(webhook({ state: 'off', switched_off_because: 'gone' }))).toContain('410')
  expect(describeBacklog(webhook({ state: 'off', switched_off_because: 'secret_lost' }))).toContain('Rotate the secret')
})
