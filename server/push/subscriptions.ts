import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { readPush, subscribePush, testPush, unsubscribePush } from '../../contract/push.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sealedIn } from '../platform/secret-key.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { encryptPush } from './encrypt-push.ts'
import type { PushKeys } from './push-keys.ts'
import { queuePushes } from './queue-push.ts'

export type PushServices = Readonly<{ secrets: Secrets; keys: PushKeys }>

export const readPushQuery = (services: PushServices) =>
  implement(readPush, async (tx, actor) => ({
    public_key: services.keys.publicKey,
    subscribed: await isSubscribed(tx, actor),
  }))

/**
 * Sends notifications to the session's browser. A browser has one address: the next person to sign in there takes it
 * over. Refuses invalid_input for invalid keys.
 */
export const subscribePushCommand = (services: PushServices) =>
  implement(subscribePush, async (tx, { user_id, session_id }, { endpoint, p256dh, auth }) => {
    requireKeys({ p256dh, auth })
    const hash = createHash('sha256').update(endpoint).digest()
    const sealed = services.secrets.seal(
      JSON.stringify({ endpoint, p256dh, auth }),
      sealedIn('sealed_subscription', session_id),
    )
    // One at a time per address, so that two tabs that subscribe at once don't collide.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`)
    await tx.run(sql`delete from auth.push_subscriptions where endpoint_hash = ${hash} and session_id <> ${session_id}`)
    await tx.run(sql`
      insert into auth.push_subscriptions (session_id, user_id, endpoint_hash, sealed_subscription)
      values (${session_id}, ${user_id}, ${hash}, ${sealed})
      on conflict (session_id) do update set endpoint_hash = excluded.endpoint_hash, sealed_subscription = excluded.sealed_subscription,
        failures = 0, busy_until = '-infinity'`)
    await tx.run(sql`
      delete from auth.push_subscriptions where session_id in (
        select session_id from auth.push_subscriptions
        where user_id = ${user_id} order by created_at desc offset ${limits.pushSubscriptionsPerUser})`)
    return { subscribed: true }
  })

export const unsubscribePushCommand = implement(unsubscribePush, async (tx, { session_id }) => {
  await tx.run(sql`delete from auth.push_subscriptions where session_id = ${session_id}`)
  return { subscribed: false }
})

/** Sends a test message. Refuses not_found if the session's browser isn't subscribed. */
export const testPushCommand = implement(testPush, async (tx, actor) => {
  if (!(await isSubscribed(tx, actor))) refuse('not_found')
  const message = { id: newId(), title: 'Onhand', body: 'Notifications work in this browser.', url: '/' }
  await queuePushes(tx, actor.org_id, [{ user_id: actor.user_id, message }], actor.session_id)
  return { subscribed: true }
})

async function isSubscribed(tx: Tx, { session_id }: Actor): Promise<boolean> {
  const { found } = await tx.one(
    sql<{
      found: boolean
    }>`select exists (select from auth.push_subscriptions where session_id = ${session_id}) as found`,
  )
  return found
}

function requireKeys(keys: { p256dh: string; auth: string }): void {
  try {
    encryptPush('', keys)
  } catch {
    refuseFields({ p256dh: 'This browser key isn’t valid' })
  }
}
