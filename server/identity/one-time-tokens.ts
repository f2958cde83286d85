import type { Tx } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import type { TokenType } from './mails/mail-kinds.ts'

/** A way into an account, as its row is written. The row's id is that of the email with the token. */
export type NewToken = Readonly<{
  id: string
  user_id: string
  type: TokenType
  email: string
  new_email?: string | null
  code_challenge?: string | null
  password_hash?: string | null
  user_metadata?: Record<string, unknown> | null
}>

export type OneTimeToken = Readonly<{
  id: string
  user_id: string
  own_org_id: string
  type: TokenType
  email: string
  new_email: string | null
  code_challenge: string | null
  password_hash: string | null
  user_metadata: Record<string, unknown> | null
}>

/** A token that requires its browser starts with this: its link returns a code, not a session. */
export const pkcePrefix = 'pkce_'

const codeMinutes = 10
const linkHours: Record<TokenType, number> = {
  signup: 24,
  invite: 7 * 24,
  recovery: 1,
  magiclink: 1,
  email_change_current: 24,
  email_change_new: 24,
  reauthentication: 1,
}

/** How long a link of each type is valid, in hours. */
export function linkHoursOf(type: TokenType): number {
  return linkHours[type]
}

/**
 * Writes a token and returns what its email shows: 224 bits for the link, six digits to type. Both are derived from the
 * row's id with the secret key, so an email that is sent again shows the same ones (others if the key was rotated
 * meanwhile), and the database contains nothing that opens an account. An older one of its type is void, except for
 * sign-ups: each of those confirms its own password.
 */
export async function writeToken(
  tx: Tx,
  secrets: Secrets,
  token: NewToken,
): Promise<{ token_hash: string; code: string }> {
  const link = secrets.mac('one-time token', token.id).subarray(0, 28).toString('hex')
  const code = String(secrets.mac('one-time code', token.id).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  const token_hash = `${token.code_challenge ? pkcePrefix : ''}${link}`
  if (token.type !== 'signup') await voidTokens(tx, token.user_id, [token.type], token.id)
  await tx.run(sql`
    insert into auth.one_time_tokens as t
      (id, user_id, type, email, new_email, token_hash, code_hash, code_challenge, password_hash, user_metadata, code_expires_at, expires_at)
    values (${token.id}, ${token.user_id}, ${token.type}, ${token.email}, ${token.new_email ?? null}, ${hashOfToken(token_hash)},
      ${codeHash(secrets, token.id, code)}, ${token.code_challenge ?? null}, ${token.password_hash ?? null},
      ${token.user_metadata ? JSON.stringify(token.user_metadata) : null}::jsonb,
      clock_timestamp() + make_interval(mins => ${codeMinutes}), clock_timestamp() + make_interval(hours => ${linkHours[token.type]}))
    on conflict (id) do update set token_hash = excluded.token_hash, code_hash = excluded.code_hash,
      code_expires_at = excluded.code_expires_at, expires_at = excluded.expires_at
    where t.used_at is null`)
  return { token_hash, code }
}

/** A million codes can quickly be tried against a plain hash: this one needs the secret key as well. */
function codeHash(secrets: Secrets, id: string, code: string): Buffer {
  return secrets.mac('one-time code hash', `${id} ${code}`)
}

const columns = sql`
  t.id, t.user_id, u.own_org_id, t.type, t.email, t.new_email, t.code_challenge, t.password_hash, t.user_metadata`

/** The unused token of a link, if it is one of these types and still valid. */
export function findTokenByHash(
  tx: Tx,
  token_hash: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  return tx.maybe(sql<OneTimeToken>`
    select ${columns} from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = ${hashOfToken(token_hash)} and t.type = any (${types}) and t.used_at is null
      and t.expires_at > clock_timestamp()`)
}

/** The unused token whose code was last sent to this mailbox, if this is that code. The caller limits the attempts. */
export async function findTokenByCode(
  tx: Tx,
  secrets: Secrets,
  email: string,
  code: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  const newest = await tx.maybe(sql<OneTimeToken & { code_hash: Buffer }>`
    select ${columns}, t.code_hash from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.email = ${email} and t.type = any (${types}) and t.used_at is null and t.code_expires_at > clock_timestamp()
    order by t.created_at desc limit 1`)
  if (!newest || !secrets.isMac('one-time code hash', `${newest.id} ${code}`, newest.code_hash)) return undefined
  return newest
}

/** Marks a token as used; false when another request was faster. */
export async function spendToken(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.run(sql`
    update auth.one_time_tokens set used_at = clock_timestamp() where id = ${id} and used_at is null`)) === 1
  )
}

/** Voids a user's unused tokens: of these types, or all. */
export async function voidTokens(
  tx: Tx,
  user_id: string,
  types: readonly TokenType[] | null = null,
  except: string | null = null,
): Promise<void> {
  // In id order, so that two of these at once never deadlock.
  await tx.run(sql`
    delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens
      where user_id = ${user_id} and used_at is null and id is distinct from ${except}::uuid
        and (${types}::text[] is null or type = any (${types}::text[]))
      order by id for update)`)
}
