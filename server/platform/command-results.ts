import { createHash, hash } from 'node:crypto'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Answer, Call } from './call.ts'
import type { Tx } from './db.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'

/** The key that identifies a repeated command, and a hash of its input. */
export type Key = { key: string; hash: Buffer }

/** The result stored under a key, if any; `locked`: no other transaction is running a command with this key. */
export type StoredResult = {
  locked: boolean
  input_hash: Buffer | null
  status: number | null
  result: string | null
  /** The person or API key that ran the command. */
  stored_for: string | null
  /** Whether the response was made for the member's current locations. */
  same_locations: boolean | null
}

/**
 * The key of a command: the caller's `Idempotency-Key`, else the id of the record to create. A dry run creates none, so
 * the id stays free for the command itself.
 */
export function keyOf(endpoint: Endpoint, call: Call, input: unknown): Key | undefined {
  if (endpoint.kind !== 'command') return undefined
  const { id, dry_run } = input as { id?: unknown; dry_run?: unknown }
  const ownId = endpoint.status === 201 && dry_run !== true ? id : undefined
  const key = call.idempotencyKey ?? (typeof ownId === 'string' ? ownId : undefined)
  return key === undefined ? undefined : { key, hash: inputHash(input) }
}

/** The lock held while a command with this key runs. */
export function lockName(endpoint: Endpoint, { org_id }: Call, { key }: Key): string {
  return `${org_id} ${endpoint.name} ${key}`
}

/** A file in the input is hashed directly: as JSON it would be a list of numbers, many times its size. */
function inputHash(input: unknown): Buffer {
  const { file, ...rest } = input as { file?: unknown }
  if (!(file instanceof Uint8Array)) return hash('sha256', JSON.stringify(input), 'buffer')
  return createHash('sha256').update(file).update(JSON.stringify(rest)).digest()
}

/** The first response of a known command; undefined if it must run. Refuses idempotency_key_reused and in_progress. */
export function replayed(key: Key, known: Partial<StoredResult>, { user_id }: Call): Answer | undefined {
  const { status, input_hash, result, stored_for } = known
  if (typeof status === 'number' && input_hash && typeof result === 'string') {
    // The same input means something else for another person, such as to leave the company.
    if (!input_hash.equals(key.hash) || stored_for !== user_id) refuse('idempotency_key_reused')
    // It may contain figures of locations that the member no longer has, and running the command again would execute it
    // twice.
    if (!known.same_locations) refuse('conflict', undefined, 'This was already done, before your locations changed.')
    return { status, body: JSON.parse(result), json: result }
  }
  if (!known.locked) refuse('in_progress')
  return undefined
}

/** An executed command and its response. */
export type Result = { endpoint: Endpoint; call: Call; key: Key; answer: Answer }

/** Stores the responses of one transaction for repeated requests, in its last statement. */
export function storeResults(tx: Tx, org_id: string, results: readonly Result[]): void {
  if (results.length === 0) return
  tx.later(sql`
    insert into command_results (org_id, command, key, user_id, input_hash, status, result, locations)
    select ${org_id}, r.*, current_setting('app.locations')
    from unnest(${results.map(({ endpoint }) => endpoint.name)}::text[], ${results.map(({ key }) => key.key)}::text[],
      ${results.map(({ call }) => call.user_id)}::uuid[], ${results.map(({ key }) => key.hash)}::bytea[],
      ${results.map(({ answer }) => answer.status)}::smallint[], ${results.map(keptText)}::text[]) as r`)
}

/** The response that a repeated request gets: secrets shown once are never stored in the database. */
function keptText({ endpoint: { shownOnce }, answer: { json = 'null' } }: Result): string {
  if (!shownOnce) return json
  return JSON.stringify({ ...JSON.parse(json), ...Object.fromEntries(shownOnce.map((name) => [name, null])) })
}
