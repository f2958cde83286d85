import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredList, requiredText, requiredUrl, version } from './fields.ts'
import { feedNouns } from './feed.ts'
import { page, pageInput } from './paging.ts'

/** Why an attempt got no response, in words that reveal nothing about the server's network. */
export const webhookFailures = ['not_allowed', 'timeout', 'no_answer'] as const

/** `failing`: the oldest waiting delivery was refused at least once. `off`: turned off by Onhand; resume it. */
export const webhookStates = ['active', 'failing', 'paused', 'off'] as const

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  nouns: z.array(z.enum(feedNouns)),
  state: z.enum(webhookStates),
  /** Why it was turned off: days of failure, the receiver returned 410, or its secret can’t be decrypted any more. */
  switched_off_because: z.enum(['failing', 'gone', 'secret_lost']).nullable(),
  switched_off_at: moment.nullable(),
  /** Events up to this number were recorded as deliveries. */
  recorded_through: z.number(),
  /** Deliveries that have not succeeded yet. */
  waiting: z.number(),
  last_attempt_at: moment.nullable(),
  last_status: z.number().nullable(),
  /** Until when the previous secret also signs; null if there is none. */
  previous_secret_until: moment.nullable(),
  version: z.number(),
  created_at: moment,
})
export type Webhook = z.output<typeof webhook>

const fields = {
  name: requiredText('Name is required', 100),
  url: requiredUrl(),
  nouns: requiredList(z.enum(feedNouns, 'Choose an event'), 'Choose at least one event').max(feedNouns.length),
}

/** `secret` is null in the response to a repeated request. */
const withSecret = webhook.extend({ secret: z.string().nullable() })

export const listWebhooks = query({
  name: 'list_webhooks',
  summary: 'Lists webhook addresses, oldest first, with the state of each',
  path: '/webhooks',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({}),
  output: z.object({ items: z.array(webhook) }),
})

export const createWebhook = command({
  name: 'create_webhook',
  summary: 'Creates a webhook that receives new events. Its secret is shown once',
  method: 'POST',
  path: '/webhooks',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id: id.optional(), ...fields }),
  output: withSecret,
  status: 201,
  shownOnce: ['secret'],
  changes: ['webhooks'],
})

export const updateWebhook = command({
  name: 'update_webhook',
  summary: 'Updates a webhook, and pauses or resumes it',
  method: 'PUT',
  path: '/webhooks/:id',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id, version, ...fields, is_paused: z.boolean() }),
  output: webhook,
  changes: ['webhooks'],
})

export const removeWebhook = command({
  name: 'remove_webhook',
  summary: 'Deletes a webhook and its log. Undelivered events are dropped',
  method: 'DELETE',
  path: '/webhooks/:id',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['webhooks'],
})

export const rotateWebhookSecret = command({
  name: 'rotate_webhook_secret',
  summary: 'Creates a new secret, shown once. For a day, requests are signed with both secrets',
  method: 'POST',
  path: '/webhooks/:id/secret-rotations',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: withSecret,
  shownOnce: ['secret'],
  changes: ['webhooks'],
})

export const testWebhook = command({
  name: 'test_webhook',
  summary: 'Sends an event of type `onhand.test` once and returns the receiver’s response',
  method: 'POST',
  path: '/webhooks/:id/tests',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: z.object({
    event_id: z.string(),
    status: z.number().nullable(),
    failure: z.enum(webhookFailures).nullable(),
    milliseconds: z.number(),
  }),
  changes: ['webhooks'],
})

export const resumeWebhook = command({
  name: 'resume_webhook',
  summary:
    'Resends all events after the given event number, with the same event IDs, and turns the webhook on. Without a number, continues where it stopped',
  method: 'POST',
  path: '/webhooks/:id/resumptions',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({
    id,
    after: z
      .number('Enter an event number')
      .int('Enter a whole number')
      .min(0, 'Enter 0 or more')
      .max(Number.MAX_SAFE_INTEGER, 'This number is too large')
      .optional(),
  }),
  output: webhook,
  changes: ['webhooks'],
})

export const redeliverWebhook = command({
  name: 'redeliver_webhook',
  summary: 'Resends one event with the same event ID',
  method: 'POST',
  path: '/webhooks/:id/redeliveries',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id, number: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: webhook,
  changes: ['webhooks'],
})

export const webhookAttempt = z.object({
  id: z.number(),
  /** Null for a test. */
  number: z.number().nullable(),
  type: z.string(),
  attempted_at: moment,
  milliseconds: z.number(),
  status: z.number().nullable(),
  failure: z.enum(webhookFailures).nullable(),
})
export type WebhookAttempt = z.output<typeof webhookAttempt>

export const listWebhookAttempts = query({
  name: 'list_webhook_attempts',
  summary: 'Lists the delivery attempts of the last 30 days, newest first',
  path: '/webhooks/:id/attempts',
  permission: 'webhooks.write',
  wholeOrganization: true,
  input: z.strictObject({ id, ...pageInput }),
  output: page(webhookAttempt),
})
