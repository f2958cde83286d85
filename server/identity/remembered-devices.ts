import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/**
 * A browser that has signed in before, identified by a cookie that scripts can't read and other sites can't send. It
 * grants nothing: a right password is still needed. It only gives this browser's password attempts a count of their own
 * (docs/decisions/0203).
 */
const cookieName = 'onhand-device'
const path = '/auth/v1'
/** Browsers keep a cookie for 400 days at most. */
const rememberedDays = 400
/** Per user; the most recently used are kept. */
const devicesPerUserMax = 20

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** The device token in a `Cookie` header, if it has the right format. */
export function deviceOf(cookies: string | undefined): string | undefined {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies ?? '')?.[1]
  return value !== undefined && tokenPattern.test(value) ? value : undefined
}

export function newDevice(): string {
  return randomBytes(32).toString('base64url')
}

/** The `Set-Cookie` line that goes with a sign-in. */
export function deviceCookie(device: string, secure: boolean): string {
  const seconds = rememberedDays * 86_400
  return `${cookieName}=${device}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

/** A device's name in the database and in the names of buckets: never something that a browser could send. */
export function deviceHash(device: string): Buffer {
  return createHash('sha256').update(device).digest()
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
