import { counted } from '../../contract/counted-nouns.ts'
import type { FeedNoun } from '../../contract/feed.ts'
import type { Webhook, WebhookAttempt } from '../../contract/webhooks.ts'
import type { Tone } from '../ui/status-badge.tsx'

/** The events that a webhook can receive. */
export const nounLabels: Record<FeedNoun, string> = {
  stock: 'Stock movements',
  product: 'Products',
  purchase_order: 'Purchase orders',
  sales_order: 'Sales orders',
  receipt: 'Receipts',
  shipment: 'Shipments',
}

/** The nouns of a webhook in a few words. */
export function describeNouns(nouns: readonly FeedNoun[]): string {
  const all = Object.keys(nounLabels).length
  if (nouns.length === all) return 'All events'
  const [first, second] = nouns
  if (first === undefined || nouns.length > 2) return `${nouns.length} kinds of events`
  return second === undefined ? nounLabels[first] : `${nounLabels[first]} and ${nounLabels[second].toLowerCase()}`
}

export const stateWords: Record<Webhook['state'], readonly [label: string, tone: Tone]> = {
  active: ['Active', 'green'],
  failing: ['Failing', 'amber'],
  paused: ['Paused', 'gray'],
  off: ['Turned off', 'red'],
}

const failures: Record<NonNullable<WebhookAttempt['failure']>, string> = {
  not_allowed: 'Unknown or forbidden address',
  timeout: 'Timed out',
  no_answer: 'No response',
}

/** The result of an attempt, in words. */
export function describeOutcome({ status, failure }: Pick<WebhookAttempt, 'status' | 'failure'>): string {
  return failure === null ? String(status) : failures[failure]
}

/** Whether the receiver confirmed an attempt. */
export const isConfirmed = ({ status }: Pick<WebhookAttempt, 'status'>) =>
  status !== null && status >= 200 && status < 300

/** An event with its attempts; a test has one. */
export type AttemptedEvent = Readonly<{ newest: WebhookAttempt; count: number }>

/** The attempts as one entry per event, in the order of their newest attempts. */
export function byEvent(attempts: readonly WebhookAttempt[]): readonly AttemptedEvent[] {
  const events = new Map<string, AttemptedEvent>()
  for (const attempt of attempts) {
    const key = attempt.number === null ? `test ${attempt.id}` : String(attempt.number)
    const before = events.get(key)
    events.set(key, before ? { ...before, count: before.count + 1 } : { newest: attempt, count: 1 })
  }
  return [...events.values()]
}

/** Whether the last attempt of a webhook failed, and why: null if it was confirmed or nothing was sent. */
export function lastFailure({ last_attempt_at, last_status }: Webhook): string | null {
  if (last_attempt_at === null || isConfirmed({ status: last_status })) return null
  return last_status === null ? 'no response from the receiver' : `the receiver responded with ${last_status}`
}

/** What to check after an attempt that wasn't confirmed. */
export function outcomeAdvice({ status, failure }: Pick<WebhookAttempt, 'status' | 'failure'>): string {
  if (failure === null) return `the receiver responded with ${status}. Check its own log.`
  return advice[failure]
}

const advice: Record<NonNullable<WebhookAttempt['failure']>, string> = {
  not_allowed: 'the address is unknown or not public. Check the URL.',
  timeout: 'the receiver didn’t respond within 10 seconds. Respond first and process the event afterwards.',
  no_answer: 'the connection failed. Check that the receiver is running.',
}

/** What happens with an event that is to be sent again: nothing is sent while the webhook is paused or turned off. */
export function describeResend(number: number, state: Webhook['state']): string {
  return state === 'paused' || state === 'off'
    ? `Event ${number} will be sent again when the webhook is resumed`
    : `Sending event ${number} again`
}

const switchedOff: Record<NonNullable<Webhook['switched_off_because']>, string> = {
  gone: 'The receiver responded that the address no longer exists (410).',
  failing: 'Deliveries failed for five days. Resume when the receiver works again.',
  secret_lost: 'The signing secret was lost with the server’s key. Rotate the secret to turn the webhook on again.',
}

/** What is waiting, and why nothing is sent. Null if there is nothing to report. */
export function describeBacklog({ state, waiting, switched_off_because }: Webhook): string | null {
  if (state === 'off') return switchedOff[switched_off_because ?? 'failing']
  return waiting === 0 ? null : `${counted(waiting, 'event')} waiting`
}
