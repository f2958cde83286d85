import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../contract/endpoint.ts'
import { accessCheck, requireMember, type AccessRole } from './access.ts'
import type { Answer, Call } from './call.ts'
import { lockName, replayed, type Key, type StoredResult } from './command-results.ts'
import type { Tx } from './db.ts'
import { may, type Actor } from './endpoint.ts'
import { handled } from './pipelined-client.ts'
import { Refusal, refuse } from './refusal.ts'
import { wholeOrganizationOnly } from './sql-errors.ts'
import { sql } from './sql.ts'

/**
 * What a request may act as, an API key's permissions, and the locations that the member, or the key's creator, is
 * limited to: null for all.
 */
type Rights = {
  role: AccessRole
  lacks_second_factor: boolean
  permissions: string[] | null
  location_ids: string[] | null
}

/** The caller, if admitted, and the stored response if the command is known. */
export type Admitted = { actor: Actor; replay: Answer | undefined }

/**
 * Admits a call and limits the transaction to the caller's locations. While another transaction runs a command with
 * this key, it refuses in_progress or, if `waits`, waits for its end.
 */
export async function admit(
  tx: Tx,
  endpoint: Endpoint,
  call: Call,
  key: Key | undefined,
  { waits = false } = {},
): Promise<Admitted> {
  const known: Rights & Partial<StoredResult> = key
    ? await findResult(tx, endpoint, call, key, waits)
    : await findRights(tx, call)
  const actor = actorOf(endpoint, call, known)
  if (known.location_ids) await tx.useLocations(known.location_ids)
  return { actor, replay: key && replayed(key, known, call) }
}

/**
 * Admits a read-only call and reads. The session's access at its last request is a guess: if it allows the read, the
 * statements of `read` are sent in one packet with the check, which runs before them. Their results count only if the
 * check, made in the database for this request like for any other, confirms the guess; otherwise they are dropped, and
 * AccessChanged is thrown. There is no guess for a limited member, whose transaction works as another role.
 */
export async function admitAndRead<T>(
  tx: Tx,
  endpoint: Endpoint,
  call: Call,
  read: (actor: Actor) => Promise<T>,
): Promise<{ actor: Actor; output: T }> {
  const guess = lastFound.get(sessionName(call))
  const guessed = guess && !guess.location_ids ? actorIfAllowed(endpoint, call, guess) : undefined
  const finding = findRights(tx, call)
  const early = guessed && handled(begun(() => read(guessed)))
  const known = await finding
  remember(call, known)
  const actor = actorOf(endpoint, call, known)
  if (early) {
    if (isDeepStrictEqual(known, guess)) return { actor, output: await early }
    throw new AccessChanged()
  }
  if (known.location_ids) await tx.useLocations(known.location_ids)
  return { actor, output: await read(actor) }
}

/** The session's access changed since its last request: results of the guess are dropped and read again. */
export class AccessChanged extends Error {}

/** The last result of the check, by session and organization. It allows nothing by itself. */
const lastFound = new Map<string, Rights>()
const sessionsRemembered = 10_000

/** Requests with the same name have the same rights. */
export function sessionName({ session_id, user_id, org_id, aal, isKey }: Call): string {
  return `${isKey ? 'key' : aal} ${session_id} ${user_id} ${org_id}`
}

function remember(call: Call, rights: Rights): void {
  const name = sessionName(call)
  const [oldest] = lastFound.keys()
  if (!lastFound.has(name) && lastFound.size >= sessionsRemembered && oldest !== undefined) lastFound.delete(oldest)
  lastFound.set(name, rights)
}

function actorIfAllowed(endpoint: Endpoint, call: Call, rights: Rights): Actor | undefined {
  try {
    return actorOf(endpoint, call, rights)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Starts immediately; a synchronous throw becomes a rejection. */
async function begun<T>(work: () => Promise<T>): Promise<T> {
  return work()
}

/** One row, for the FROM of a statement. */
const rightsOf = (call: Call) =>
  call.isKey
    ? sql`(select role, false as lacks_second_factor, permissions, location_ids
        from app.api_key_access(${call.user_id}, ${call.org_id})) as rights`
    : sql`(select role, app.lacks_second_factor(${call.session_id}, ${call.org_id}) as lacks_second_factor,
        null::text[] as permissions, location_ids from ${accessCheck(call, call.org_id)}) as rights`

const rightsColumns = sql`rights.role, rights.lacks_second_factor, rights.permissions, rights.location_ids`

function findRights(tx: Tx, call: Call): Promise<Rights> {
  return tx.one(sql<Rights>`select ${rightsColumns} from ${rightsOf(call)}`)
}

const resultColumns = sql`known.input_hash, known.status, known.result, known.user_id as stored_for,
  known.locations = coalesce(rights.location_ids::text, 'all') as same_locations`

/**
 * Takes the key's lock, then checks access and reads a stored result: two statements in one packet, because a
 * statement's snapshot is older than the locks it takes. In one, a copy that got the lock just as the first one
 * committed did not see its result.
 */
async function findResult(
  tx: Tx,
  endpoint: Endpoint,
  call: Call,
  key: Key,
  waits: boolean,
): Promise<Rights & StoredResult> {
  const lockKey = sql`hashtextextended(${lockName(endpoint, call, key)}, 0)`
  const [lock, known] = await Promise.all([
    tx.one(sql<{ locked: boolean }>`
      select ${waits ? sql`pg_advisory_xact_lock(${lockKey})::text is not null` : sql`pg_try_advisory_xact_lock(${lockKey})`} as locked`),
    tx.one(sql<Rights & Omit<StoredResult, 'locked'>>`
      select ${rightsColumns}, ${resultColumns}
      from ${rightsOf(call)}
      left join command_results as known
        on known.org_id = ${call.org_id} and known.command = ${endpoint.name} and known.key = ${key.key}`),
  ])
  return { ...lock, ...known }
}

/** A command waiting to be admitted with others of its organization. */
export type Candidate = Readonly<{ endpoint: Endpoint; call: Call; key: Key | undefined }>

/**
 * Admits several calls of one organization and runs their work, as admitAndRead does: the guess is that each session
 * may do what it could do at its last request, and that no command is a repetition. So the transaction doesn't wait for
 * this process between the check and the work. If the guess is wrong, AccessChanged is thrown, and everything is rolled
 * back. Without `mayGuess`, the work begins after the check.
 */
export async function admitManyAndRun<T>(
  tx: Tx,
  org_id: string,
  candidates: readonly Candidate[],
  run: (admitted: readonly (Admitted | Refusal)[]) => Promise<T>,
  mayGuess: boolean,
): Promise<T> {
  const guess = mayGuess ? guessMany(candidates) : undefined
  const finding = admitMany(tx, org_id, candidates)
  const early = guess && handled(begun(() => run(guess)))
  const admitted = await finding
  if (!early) return run(admitted)
  if (!isDeepStrictEqual(admitted, guess)) throw new AccessChanged()
  return early
}

/** Undefined if one of them has made no request yet, or would be refused. */
function guessMany(candidates: readonly Candidate[]): Admitted[] | undefined {
  const guess: Admitted[] = []
  for (const { endpoint, call } of candidates) {
    const rights = lastFound.get(sessionName(call))
    const actor = rights && actorIfAllowed(endpoint, call, rights)
    if (!actor) return undefined
    guess.push({ actor, replay: undefined })
  }
  return guess
}

/**
 * Like `admit`, for several calls of one organization: returns the admitted caller or the refusal of each. The
 * transaction keeps working with all locations.
 */
async function admitMany(tx: Tx, org_id: string, candidates: readonly Candidate[]): Promise<(Admitted | Refusal)[]> {
  const names = candidates.map(({ endpoint, call, key }) => (key ? lockName(endpoint, call, key) : null))
  // Someone who sends several commands at once is looked up once.
  const callers = new Map(candidates.map(({ call }) => [sessionName(call), call]))
  const places = new Map([...callers.keys()].map((name, i) => [name, i + 1]))
  const [locks, known] = await Promise.all([
    tx.all(sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(n.name, 0)) as locked
      from unnest(${names}::text[]) with ordinality as n (name, no) order by n.no`),
    tx.all(sql<Rights & Omit<StoredResult, 'locked'>>`
      with rights as materialized (
        select u.no, a.role, a.lacks_second_factor, a.permissions, a.location_ids
        from ${rowsOf([...callers.values()])} as u (is_key, user_id, session_id, aal, no)
        cross join lateral (
          select r.role, false as lacks_second_factor, r.permissions, r.location_ids
          from app.api_key_rights(u.user_id, ${org_id}) r where u.is_key
          union all
          select s.role, app.lacks_second_factor(u.session_id, ${org_id}), null, s.location_ids
          from app.session_access(u.user_id, u.session_id, u.aal, ${org_id}) s where not u.is_key
        ) as a
      )
      select ${rightsColumns}, ${resultColumns}
      from unnest(${candidates.map(({ call }) => places.get(sessionName(call)))}::integer[],
          ${candidates.map(({ endpoint }) => endpoint.name)}::text[], ${candidates.map(({ key }) => key?.key ?? null)}::text[])
        with ordinality as c (caller, command, key, no)
      join rights on rights.no = c.caller
      left join lateral (
        select * from command_results r where r.org_id = ${org_id} and r.command = c.command and r.key = c.key
        limit 1  -- Keeps this a lookup by key, whatever number of rows the planner expects.
      ) as known on true
      order by c.no`),
  ])
  return candidates.map(({ endpoint, call, key }, i) => {
    const row = { ...known[i], ...locks[i] } as Rights & StoredResult
    const { role, lacks_second_factor, permissions, location_ids } = row
    remember(call, { role, lacks_second_factor, permissions, location_ids })
    try {
      return { actor: actorOf(endpoint, call, row), replay: key && replayed(key, row, call) }
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  })
}

const rowsOf = (callers: readonly Call[]) => sql`unnest(
  ${callers.map(({ isKey }) => isKey ?? false)}::boolean[], ${callers.map(({ user_id }) => user_id)}::uuid[],
  ${callers.map(({ session_id }) => session_id)}::uuid[], ${callers.map(({ aal }) => aal)}::text[]) with ordinality`

function actorOf(
  endpoint: Endpoint,
  call: Call,
  { role, lacks_second_factor, permissions, location_ids }: Rights,
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
    if (call.isKey) refuse('forbidden', undefined, `This API key doesn’t have the ${endpoint.permission} permission.`)
    refuse('forbidden', { role })
  }
  if (actor.location_ids && endpoint.wholeOrganization) refuse('forbidden', { limited: true }, wholeOrganizationOnly)
  return actor
}
