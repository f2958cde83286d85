import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken, newToken } from '../platform/tokens.ts'
import type { SignInMethod } from './sessions.ts'

/** How long the code in an address is valid: a browser exchanges it immediately. */
const codeSeconds = 60

/**
 * Issues the code that leads a user back to the browser that asked: usable once, for a minute, and only with its
 * verifier.
 */
export async function issueAuthCode(
  tx: Tx,
  flow: { user_id: string; method: SignInMethod; code_challenge: string },
): Promise<string> {
  const code = newToken()
  await tx.run(sql`
    insert into auth.flow_states (id, user_id, method, code_challenge, auth_code_hash, code_issued_at)
    values (${newId()}, ${flow.user_id}, ${flow.method}, ${flow.code_challenge}, ${hashOfToken(code)}, clock_timestamp())`)
  return code
}

export type FlowState = Readonly<{
  id: string
  user_id: string
  method: SignInMethod
  code_challenge: string
  /** The code was exchanged before, for this session if it is still known. */
  is_exchanged: boolean
  session_id: string | null
  is_expired: boolean
}>

/** The flow of a code, locked, so that of two exchanges at once the second sees the first. */
export function lockFlow(tx: Tx, code: string): Promise<FlowState | undefined> {
  return tx.maybe(sql<FlowState>`
    select id, user_id, method, code_challenge, exchanged_at is not null as is_exchanged, session_id,
      code_issued_at < clock_timestamp() - make_interval(secs => ${codeSeconds}) as is_expired
    from auth.flow_states where auth_code_hash = ${hashOfToken(code)} and user_id is not null for update`)
}

/** Whether a flow's challenge was made from this verifier. */
export function verifies({ code_challenge }: FlowState, verifier: string): boolean {
  const challenge = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(code_challenge)
  return challenge.length === expected.length && timingSafeEqual(challenge, expected)
}

export async function markExchanged(tx: Tx, id: string, session_id: string): Promise<void> {
  await tx.run(sql`
    update auth.flow_states set exchanged_at = clock_timestamp(), session_id = ${session_id} where id = ${id}`)
}
