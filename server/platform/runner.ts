import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { checkInput } from '../../contract/check-input.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { accessCheck, requireMember, type AccessRole, type AssuranceLevel } from './access.ts'
import type { Database, Tx } from './db.ts'
import { may, type Actor, type Implementation } from './endpoint.ts'
import type { Events } from './events.ts'
import type { Outbox } from './outbox.ts'
import type { PlannerStatistics } from './planner-statistics.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Sequencer } from './sequencer.ts'
import { isRetryable, refusalFromSql, wholeOrganizationOnly } from './sql-errors.ts'
import { createFairQueue, TooBusy } from './fair-queue.ts'
import { sql } from './sql.ts'

export type RunnerServices = {
  db: Database
  events: Events
  outbox: Outbox
  sequencer: Pick<Sequencer, 'poke'>
  statistics: PlannerStatistics
}

/**
 * One request, with the caller's identity proved by its token but not yet checked against the session and membership.
 * Of an API key, `user_id` is its id.
 */
export type Call = {
  isKey?: boolean
  user_id: string
  session_id: string
  aal: AssuranceLevel
  email: string
  org_id: string
  request_id: string
  input: unknown
  idempotencyKey?: string | undefined
}

/**
 * `json` is the body as it is sent, where it was written down already: a repeated request gets the very bytes of the
 * first answer.
 */
export type Answer = { status: number; body: unknown; json?: string }

/**
 * With the role in which it was given, so that anyone who shows what a role may do learns of another one with the next
 * answer; and with the locations it was given for, to which a file that is made while it is sent keeps.
 */
type RoleAnswer = Answer & Pick<Actor, 'role' | 'location_ids'>

/**
 * Runs a query or command for one request: validates, opens the transaction, sets the organisation, checks session,
 * membership and permission, replays a known key, runs, stores the result, commits, retries deadlocks and serialization
 * failures a bounded number of times, tells browsers and the outbox. What a command prepares is done once, before.
 * Throws a Refusal for every expected "no".
 */
export async function runEndpoint(
  services: RunnerServices,
  implementation: Implementation,
  call: Call,
): Promise<RoleAnswer> {
  const { endpoint } = implementation
  const input = parseInput(endpoint, call.input)
  if (!isLong(endpoint)) return runNow(services, implementation, call, input)
  const leave = await longCommands.enter(call.org_id).catch(turnedAway)
  try {
    return await runNow(services, implementation, call, input)
  } finally {
    leave()
  }
}

/** Runs an endpoint that needs no sign-in: validates, and runs it in one transaction that sees no organisation. */
export async function runForAnyone(
  { db }: RunnerServices,
  { endpoint, runForAnyone: run, unique }: Implementation,
  raw: unknown,
): Promise<Answer> {
  const input = parseInput(endpoint, raw)
  try {
    const output = await db.transaction(null, async (tx) => run?.(tx, input as never))
    return { status: endpoint.status, body: endpoint.output.parse(output) }
  } catch (error) {
    throw refusalFromSql(error, unique)
  }
}

/** Each holds a connection for long: a few at a time, so that there are always some for everything else. */
const longCommands = createFairQueue({
  perKey: limits.longCommandsPerOrganization,
  inAll: limits.longCommandsAtOnce,
  waitMs: limits.longCommandWaitSeconds * 1_000,
})

const isLong = ({ kind, statementTimeoutMs = 0 }: Endpoint) =>
  kind === 'command' && statementTimeoutMs > limits.statementTimeoutMs

function turnedAway(error: unknown): never {
  if (error instanceof TooBusy)
    refuse('busy', undefined, 'Other imports are running right now. Please try again in a moment.')
  throw error
}

async function runNow(
  services: RunnerServices,
  implementation: Implementation,
  call: Call,
  input: unknown,
): Promise<RoleAnswer> {
  const { endpoint } = implementation
  const prepared = await prepare(services.db, implementation, call, input)
  if ('replay' in prepared) return prepared.replay
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await runOnce(services.db, prepared, call, input)
      if (endpoint.kind === 'command') {
        services.outbox.poke()
        services.sequencer.poke(call.org_id)
        if (implementation.writesManyRows) await services.statistics.refresh(call.org_id)
        services.events.publish(call.org_id, endpoint.changes, endpoint.changesFor && call.user_id)
      }
      return answer
    } catch (error) {
      if (isRetryable(error) && attempt < limits.commandRetries) continue
      throw refusalFromSql(error, implementation.unique)
    }
  }
}

type Prepared = Pick<Implementation, 'endpoint' | 'run'>

/** Where there is something to prepare: what comes before, in a transaction of its own; then what needs none. */
async function prepare(
  db: Database,
  implementation: Implementation,
  call: Call,
  input: unknown,
): Promise<Prepared | { replay: RoleAnswer }> {
  const { endpoint } = implementation
  if (!implementation.prepare) return implementation
  const key = keyOf(endpoint, call, input)
  const { actor, replay, checked } = await db.transaction(scopeOf(call), async (tx) => {
    const admitted = await admit(tx, endpoint, call, key)
    if (admitted.replay) return { ...admitted, checked: undefined }
    return { ...admitted, checked: await implementation.check?.(tx, admitted.actor, input as never) }
  })
  if (replay) return { replay: { ...replay, ...accessOfAnswer(actor) } }
  try {
    return { endpoint, run: await implementation.prepare(actor, input as never, checked as never) }
  } catch (error) {
    await db.transaction(scopeOf(call), async (tx) => implementation.giveUp?.(tx, actor, input as never))
    throw error
  }
}

function runOnce(db: Database, { endpoint, run }: Prepared, call: Call, input: unknown): Promise<RoleAnswer> {
  const key = keyOf(endpoint, call, input)
  return db.transaction(
    scopeOf(call),
    async (tx) => {
      const { actor, replay } = await admit(tx, endpoint, call, key)
      if (replay) return { ...replay, ...accessOfAnswer(actor) }
      const output = await run(tx, actor, input as never)
      const body = endpoint.output.parse(output)
      const answer = { status: endpoint.statusOf?.(body) ?? endpoint.status, body }
      if (!key) return { ...answer, ...accessOfAnswer(actor) }
      const stored = { ...answer, json: JSON.stringify(body) }
      storeResult(tx, endpoint, call, key, { ...stored, json: withoutShownOnce(endpoint, stored) })
      return { ...stored, ...accessOfAnswer(actor) }
    },
    { readOnly: endpoint.kind === 'query', statementTimeoutMs: endpoint.statementTimeoutMs },
  )
}

/** Who calls, if they may; and the stored answer when the key is known. */
async function admit(tx: Tx, endpoint: Endpoint, call: Call, key: Key | undefined) {
  const known: Access & Partial<StoredResult> = key
    ? await findResult(tx, endpoint, call, key)
    : await findRole(tx, call)
  const actor = actorOf(endpoint, call, known)
  if (known.location_ids) await tx.useLocations(known.location_ids)
  return { actor, replay: key && replayed(key, known) }
}

/** The answer as a repeated request gets it: what is shown once stands nowhere in the database. */
function withoutShownOnce({ shownOnce }: Endpoint, { body, json }: Required<Answer>): string {
  if (!shownOnce) return json
  return JSON.stringify({ ...(body as object), ...Object.fromEntries(shownOnce.map((name) => [name, null])) })
}

const accessOfAnswer = ({ role, location_ids }: Actor) => ({ role, location_ids })

function scopeOf({ org_id, user_id }: Call) {
  return { org_id, user_id }
}

function keyOf(endpoint: Endpoint, call: Call, input: unknown): Key | undefined {
  return endpoint.kind === 'command' ? idempotencyKey(endpoint, call, input) : undefined
}

/**
 * What a request may act as; what an API key was given; and the locations that the member, or the key's maker, is
 * limited to: null for all.
 */
type Access = {
  role: AccessRole
  lacks_second_factor: boolean
  permissions: string[] | null
  location_ids: string[] | null
}

/** One row, for the FROM of a statement. */
const accessOf = (call: Call) =>
  call.isKey
    ? sql`(select role, false as lacks_second_factor, permissions, location_ids
        from app.api_key_access(${call.user_id}, ${call.org_id})) as access`
    : sql`(select role, app.lacks_second_factor(${call.session_id}, ${call.org_id}) as lacks_second_factor,
        null::text[] as permissions, location_ids from ${accessCheck(call, call.org_id)}) as access`

const accessColumns = sql`access.role, access.lacks_second_factor, access.permissions, access.location_ids`

function findRole(tx: Tx, call: Call): Promise<Access> {
  return tx.one(sql<Access>`select ${accessColumns} from ${accessOf(call)}`)
}

function actorOf(
  endpoint: Endpoint,
  call: Call,
  { role, lacks_second_factor, permissions, location_ids }: Access,
): Actor {
  if (call.isKey && role === null) refuse('api_key_not_valid')
  requireMember(role)
  if (lacks_second_factor && !endpoint.withoutSecondFactor && !endpoint.ofAccount) refuse('second_factor_required')
  const { org_id, user_id, email, session_id, request_id } = call
  const actor: Actor = {
    org_id,
    user_id,
    role,
    location_ids,
    email,
    session_id,
    request_id,
    key_permissions: permissions ?? undefined,
  }
  if (!may(actor, endpoint.permission)) {
    if (call.isKey) refuse('forbidden', undefined, `This API key may not do this: it needs ${endpoint.permission}.`)
    refuse('forbidden', { role })
  }
  if (actor.location_ids && endpoint.wholeOrganization) refuse('forbidden', { limited: true }, wholeOrganizationOnly)
  return actor
}

/** The input as the endpoint's schema makes it. Refuses invalid_input with a sentence per field. */
export function parseInput<I extends z.ZodType>(endpoint: Endpoint<I>, raw: unknown): z.output<I> {
  const { data, fields } = checkInput(endpoint.input, raw)
  if (fields) throw new Refusal('invalid_input', Object.values(fields)[0], { fields })
  return data
}

type Key = { key: string; hash: Buffer }
type StoredResult = Access & {
  locked: boolean
  input_hash: Buffer | null
  status: number | null
  result: string | null
  /** Whether the answer was given for the locations that the member has now. */
  same_locations: boolean | null
}

/**
 * The key a repeated request is known by: the caller's `Idempotency-Key`, else the id of the record it asks to make.
 */
function idempotencyKey(endpoint: Endpoint, call: Call, input: unknown): Key | undefined {
  const ownId = endpoint.status === 201 ? (input as { id?: unknown }).id : undefined
  const key = call.idempotencyKey ?? (typeof ownId === 'string' ? ownId : undefined)
  return key === undefined ? undefined : { key, hash: inputHash(input) }
}

/** A file in the input is hashed as it is: as JSON it would be a list of numbers, many times its size. */
function inputHash(input: unknown): Buffer {
  const { file, ...rest } = input as { file?: unknown }
  const hash = createHash('sha256')
  if (!(file instanceof Uint8Array)) return hash.update(JSON.stringify(input)).digest()
  return hash.update(file).update(JSON.stringify(rest)).digest()
}

/**
 * Takes the key's lock, then checks access and reads a stored result: two statements in one packet, because a
 * statement's snapshot is older than the locks it takes. In one, a copy that got the lock just as the first one
 * committed did not see its result.
 */
async function findResult(tx: Tx, endpoint: Endpoint, call: Call, { key }: Key): Promise<StoredResult> {
  const lockName = `${call.org_id} ${endpoint.name} ${key}`
  const [lock, known] = await Promise.all([
    tx.one(sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0)) as locked`),
    tx.one(sql<Omit<StoredResult, 'locked'>>`
      select ${accessColumns}, known.input_hash, known.status, known.result,
        known.locations = coalesce(access.location_ids::text, 'all') as same_locations
      from ${accessOf(call)}
      left join command_results as known
        on known.org_id = ${call.org_id} and known.command = ${endpoint.name} and known.key = ${key}`),
  ])
  return { ...lock, ...known }
}

function replayed(key: Key, known: Partial<StoredResult>): Answer | undefined {
  const { status, input_hash, result } = known
  if (typeof status === 'number' && input_hash && typeof result === 'string') {
    if (!input_hash.equals(key.hash)) refuse('idempotency_key_reused')
    // It may name figures of locations that the member no longer has, and running the command again would do it twice.
    if (!known.same_locations) refuse('conflict', undefined, 'This was already done before your locations changed.')
    return { status, body: JSON.parse(result), json: result }
  }
  if (!known.locked) refuse('in_progress')
  return undefined
}

function storeResult(tx: Tx, endpoint: Endpoint, call: Call, { key, hash }: Key, answer: Required<Answer>): void {
  tx.later(sql`
    insert into command_results (org_id, command, key, user_id, input_hash, status, result, locations)
    values (${call.org_id}, ${endpoint.name}, ${key}, ${call.user_id}, ${hash}, ${answer.status}, ${answer.json},
      current_setting('app.locations'))`)
}
