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
  const [first] = nouns
  return nouns.length === 1 && first ? nounLabels[first] : `${nouns.length} kinds of events`
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
  no_answer: 'No answer',
}

/** The result of an attempt, in words. */
export function describeOutcome({ status, failure }: Pick<WebhookAttempt, 'status' | 'failure'>): string {
  return failure === null ? String(status) : failures[failure]
}

/** Whether the receiver confirmed an attempt. */
export const isConfirmed = ({ status }: Pick<WebhookAttempt, 'status'>) =>
  status !== null && status >= 200 && status < 300

/** What to check after an attempt that wasn't confirmed. */
export function outcomeAdvice({ status, failure }: Pick<WebhookAttempt, 'status' | 'failure'>): string {
  if (failure === null) return `the receiver answered ${status}. Check its own log.`
  return advice[failure]
}

const advice: Record<NonNullable<WebhookAttempt['failure']>, string> = {
  not_allowed: 'the address is unknown or not public. Check the URL.',
  timeout: 'the receiver didn’t answer within 10 seconds. Make it answer sooner.',
  no_answer: 'the connection failed. Check that the receiver is running.',
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
