import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import type { Factor } from '../factors.ts'
import type { Passwords } from '../passwords.ts'

/** Ten codes that each replace a user's other second factors once. */
export const codesPerSet = 10

/** 32 characters that can't be confused with one another. A code has 16 of them, which is 80 bits. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'
const codeCharacters = 16

/** A code is found by its first characters, so that an attempt computes one hash and not ten. */
export const selectorCharacters = 4

type CodeRow = { selector: string; code_hash: string }

/** A new set: its codes, and the rows that store their hashes. */
export async function newCodes(passwords: Passwords): Promise<{ codes: string[]; rows: CodeRow[] }> {
  const bySelector = new Map<string, string>()
  while (bySelector.size < codesPerSet) {
    const code = newCode()
    bySelector.set(code.slice(0, selectorCharacters), code)
  }
  const codes = [...bySelector.values()]
  const rows = await Promise.all(
    [...bySelector].map(async ([selector, code]) => ({ selector, code_hash: await passwords.hash(code) })),
  )
  return { codes, rows }
}

function newCode(): string {
  return Array.from(randomBytes(codeCharacters), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** Stores the codes of a factor. */
export async function writeCodes(tx: Tx, factor_id: string, rows: CodeRow[]): Promise<void> {
  await tx.run(sql`
    insert into auth.recovery_codes (factor_id, selector, code_hash)
    select ${factor_id}, selector, code_hash from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(selector text, code_hash text)`)
}

/** Logs and returns a new set. */
export function madeCodes(
  deps: IdentityDeps,
  caller: Caller,
  user_id: string,
  { id, friendly_name }: Pick<Factor, 'id' | 'friendly_name'>,
  codes: string[],
) {
  deps.mails?.poke()
  caller.log.info({ event: 'recovery_codes_made', user_id, factor_id: id, peer: caller.peer }, 'recovery codes created')
  return { id, type: 'recovery_code', friendly_name: friendly_name ?? '', total: codes.length, codes }
}
