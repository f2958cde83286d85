import { createHmac, randomBytes } from 'node:crypto'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken, newToken } from '../platform/tokens.ts'
import { withinLast } from './within-last.ts'

/**
 * The token that a refresh returns is derived from its parent, HMAC-SHA256(parent, salt), instead of random, so that a
 * client that lost the response and presents the parent again gets the same one. The database keeps the salt and a hash
 * of each token: from a presented token its successors can be derived, from the table alone none.
 */
function successorOf(token: string, salt: Buffer): string {
  return createHmac('sha256', token).update(salt).digest('base64url')
}

export type RefreshTokenRow = {
  generation: number
  successor_salt: Buffer | null
  replaced_within_interval: boolean
  /** Replaced less than a minute ago. */
  replaced_lately: boolean
}

/** The session a presented token belongs to, if it was ever issued. */
export function sessionOfRefreshToken(tx: Tx, token: string): Promise<{ session_id: string } | undefined> {
  return tx.maybe(
    sql<{ session_id: string }>`
      select session_id from auth.refresh_tokens where token_hash = ${hashOfToken(token)}`,
  )
}

/**
 * The presented token's row and all newer ones of its session, oldest first. The caller holds the session's row lock.
 */
export function refreshTokensSince(
  tx: Tx,
  session_id: string,
  token: string,
  reuseIntervalSeconds: number,
): Promise<RefreshTokenRow[]> {
  return tx.all(
    sql<RefreshTokenRow>`
      select t.generation, t.successor_salt,
        coalesce(${withinLast(sql`t.replaced_at`, reuseIntervalSeconds)}, false) as replaced_within_interval,
        coalesce(${withinLast(sql`t.replaced_at`, 60)}, false) as replaced_lately
      from auth.refresh_tokens t
      where t.session_id = ${session_id}
        and t.generation >= (select p.generation from auth.refresh_tokens p where p.token_hash = ${hashOfToken(token)})
      order by t.generation`,
  )
}

/** The current token, derived from a presented ancestor through the rows that follow it. */
export function currentToken(token: string, rows: readonly RefreshTokenRow[]): string {
  return rows.reduce((known, row) => (row.successor_salt ? successorOf(known, row.successor_salt) : known), token)
}

/** Writes the first token of a session. */
export async function insertFirstRefreshToken(tx: Tx, session_id: string): Promise<string> {
  const token = newToken()
  await insertRefreshToken(tx, session_id, token, 1)
  return token
}

/** Replaces the current token with its successor and returns it. The caller holds the session's row lock. */
export async function rotateRefreshToken(
  tx: Tx,
  session_id: string,
  token: string,
  generation: number,
): Promise<string> {
  const salt = randomBytes(32)
  const successor = successorOf(token, salt)
  await Promise.all([
    tx.run(sql`
      update auth.refresh_tokens set replaced_at = clock_timestamp(), successor_salt = ${salt}
      where token_hash = ${hashOfToken(token)}`),
    insertRefreshToken(tx, session_id, successor, generation + 1),
  ])
  return successor
}

/**
 * Replaces the current token with one that can't be derived from it, and leaves out a generation, so that it is no
 * parent of the new one either: a token from before a second factor never leads to a session that has proven one. The
 * caller holds the session's row lock.
 */
export async function replaceRefreshToken(tx: Tx, session_id: string): Promise<string> {
  const { generation } = await tx.one(sql<{ generation: number }>`
    update auth.refresh_tokens set replaced_at = clock_timestamp()
    where session_id = ${session_id} and replaced_at is null returning generation`)
  const token = newToken()
  await insertRefreshToken(tx, session_id, token, generation + 2)
  return token
}

/** Whether the tokens after a presented one can't be derived from it. */
export function successorsAreUnknown(rows: readonly RefreshTokenRow[]): boolean {
  return rows.slice(0, -1).some(({ successor_salt }) => successor_salt === null)
}

async function insertRefreshToken(tx: Tx, session_id: string, token: string, generation: number): Promise<void> {
  await tx.run(sql`
    insert into auth.refresh_tokens (token_hash, session_id, generation)
    values (${hashOfToken(token)}, ${session_id}, ${generation})`)
}
