import { limits } from '../../contract/limits.ts'
import type { Webhook } from '../../contract/webhooks.ts'
import { notify } from '../notifications/notify.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

type Reason = NonNullable<Webhook['switched_off_because']>

const explanations: Readonly<Record<Reason, string>> = {
  gone: 'Its receiver responded that the address no longer exists.',
  failing: `It failed for ${limits.webhookFailingDays} days. No events are lost: resume it when the receiver works again.`,
  secret_lost: 'Its signing secret can’t be decrypted. No events are lost: rotate the secret to turn it on again.',
}

/** Turns a webhook off and notifies the members who manage it. Returns false if it was off already. */
export async function switchOff(
  tx: Tx,
  { org_id, endpoint_id, name }: Readonly<{ org_id: string; endpoint_id: string; name: string }>,
  reason: Reason,
): Promise<boolean> {
  const switched = await tx.run(sql`
    update webhook_progress set switched_off_at = clock_timestamp(), switched_off_because = ${reason}
    where org_id = ${org_id} and endpoint_id = ${endpoint_id} and switched_off_at is null`)
  if (switched === 0) return false
  await notify(
    tx,
    { org_id, user_id: null },
    {
      kind: 'webhook_off',
      title: `Webhook ${name} was turned off`,
      body: explanations[reason],
      subject: { kind: 'webhooks', id: null },
    },
  )
  return true
}
