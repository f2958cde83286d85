import { saveNotificationPreferences, type NotificationPreferences } from '../../contract/notifications.ts'
import { isOnByDefault } from '../../contract/notification-kinds.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { preferencesOf } from './preferences.ts'

/**
 * Saves the caller's own choices. A choice equal to the default isn't stored: when a default changes, it changes for
 * members who never chose. The audit trail records what changed.
 */
export const saveNotificationPreferencesCommand = implement(saveNotificationPreferences, async (tx, actor, input) => {
  const { choices, digest_hour } = input
  const before = await preferencesOf(tx, actor)
  const kept = choices.filter(({ kind, channel, wanted }) => wanted !== isOnByDefault(kind, channel))
  if (choices.length > 0) {
    await tx.run(sql`
      delete from notification_preferences p
      using jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as c (kind text, channel text)
      where p.org_id = ${actor.org_id} and p.user_id = ${actor.user_id} and p.kind = c.kind and p.channel = c.channel`)
    await tx.run(sql`
      insert into notification_preferences (org_id, user_id, kind, channel, wanted)
      select ${actor.org_id}, ${actor.user_id}, c.kind, c.channel, c.wanted
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as c (kind text, channel text, wanted boolean)
      on conflict (org_id, user_id, kind, channel) do update set wanted = excluded.wanted`)
  }
  if (digest_hour === null)
    await tx.run(sql`
      delete from notification_digests where org_id = ${actor.org_id} and user_id = ${actor.user_id}`)
  else if (digest_hour !== undefined)
    // The first summary is sent the next time it is that hour, and never a second one on the same day.
    await tx.run(sql`
      insert into notification_digests (org_id, user_id, hour, sent_on)
      select ${actor.org_id}, ${actor.user_id}, ${digest_hour}, case
        when extract(hour from clock_timestamp() at time zone time_zone) >= ${digest_hour}
        then (clock_timestamp() at time zone time_zone)::date end
      from organizations where org_id = ${actor.org_id}
      on conflict (org_id, user_id) do update set hour = excluded.hour, sent_on = greatest(excluded.sent_on, notification_digests.sent_on)`)
  const after = await preferencesOf(tx, actor)
  await tx.run(sql`
    select app.record_choices(${actor.org_id}, ${JSON.stringify(valuesOf(before))}::jsonb, ${JSON.stringify(valuesOf(after))}::jsonb)`)
  return after
})

/** The choices as the audit trail names them. */
function valuesOf({ kinds, digest_hour }: NotificationPreferences): Record<string, boolean | number | null> {
  const choices = kinds.flatMap(({ kind, app, mail, push }) => [
    [`${kind}_in_app`, app],
    [`${kind}_by_email`, mail],
    [`${kind}_by_push`, push],
  ])
  return { ...Object.fromEntries(choices), digest_hour }
}
