import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import { rememberedDays } from './device-cookie.ts'

/** Per user; the most recently used are kept. */
const devicesPerUserMax = 20

/** A device's name in the database and in the names of buckets: never something that a browser could send. */
export function deviceHash(device: string): Buffer {
  return hashOfToken(device)
}

/** Remembers that a user signed in with this browser, and forgets the oldest beyond the limit. */
export async function rememberDevice(tx: Tx, user_id: string, device: string): Promise<void> {
  await tx.run(sql`
    insert into auth.remembered_devices as d (user_id, device_hash) values (${user_id}, ${deviceHash(device)})
    on conflict (user_id, device_hash) do update set used_at = clock_timestamp()`)
  await tx.run(sql`
    delete from auth.remembered_devices where user_id = ${user_id} and device_hash in (
      select device_hash from auth.remembered_devices where user_id = ${user_id}
      order by used_at desc, device_hash offset ${devicesPerUserMax})`)
}

/** Forgets a user's browsers except this one, after a new password. */
export async function forgetDevices(tx: Tx, user_id: string, except: string | undefined): Promise<void> {
  const kept = except === undefined ? null : deviceHash(except)
  await tx.run(sql`
    delete from auth.remembered_devices where user_id = ${user_id} and device_hash is distinct from ${kept}::bytea`)
}

/** Whether the owner of this address has signed in with this browser. */
export async function knowsDevice(tx: Tx, email: string, device: string): Promise<boolean> {
  const { known } = await tx.one(sql<{ known: boolean }>`
    select exists (
      select from auth.remembered_devices d join auth.users u on u.id = d.user_id
      where u.email = ${email} and d.device_hash = ${deviceHash(device)}
        and d.used_at > clock_timestamp() - make_interval(days => ${rememberedDays})) as known`)
  return known
}
