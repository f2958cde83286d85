import { isUrl } from './is-url.ts'
import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { storableText } from './fields.ts'
import { limits } from './limits.ts'

const notAnAddress = 'This push service address isn’t valid'
const notAKey = 'This browser key isn’t valid'

/** An address that a browser was given by its push service. */
const endpoint = storableText(limits.urlCharacters, { missing: notAnAddress, wrong: notAnAddress }).refine(
  (value) => /^https?:\/\//i.test(value) && isUrl(value),
  notAnAddress,
)

const base64url = (bytes: number) =>
  storableText(200, { missing: notAKey, wrong: notAKey }).refine(
    (value) => /^[\w-]+={0,2}$/.test(value) && Math.trunc((value.replace(/=+$/, '').length * 6) / 8) === bytes,
    notAKey,
  )

export const readPush = query({
  name: 'read_push',
  summary:
    'Returns the key that browsers use to subscribe to push messages, and whether this session’s browser is subscribed',
  path: '/push-subscription',
  permission: 'account.read',
  input: z.strictObject({}),
  output: z.object({ public_key: z.string(), subscribed: z.boolean() }),
})

const subscribed = z.object({ subscribed: z.boolean() })

export const subscribePush = command({
  name: 'subscribe_push',
  summary:
    'Sends notifications to this session’s browser by Web Push until it unsubscribes or the session ends. Each session has at most one subscription',
  method: 'PUT',
  path: '/push-subscription',
  permission: 'account.write',
  input: z.strictObject({ endpoint, p256dh: base64url(65), auth: base64url(16) }),
  output: subscribed,
  changes: [],
})

export const unsubscribePush = command({
  name: 'unsubscribe_push',
  summary: 'Stops sending notifications to this session’s browser',
  method: 'DELETE',
  path: '/push-subscription',
  permission: 'account.write',
  input: z.strictObject({}),
  output: subscribed,
  changes: [],
})

export const testPush = command({
  name: 'test_push',
  summary: 'Sends a test notification to this session’s browser',
  method: 'POST',
  path: '/push-subscription/test-messages',
  permission: 'account.write',
  input: z.strictObject({}),
  output: subscribed,
  changes: [],
})
