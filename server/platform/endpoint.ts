import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { keyPermissions, mayDo, type Permission, type Role } from '../../contract/permissions.ts'
import type { Tx } from './db.ts'
import type { RawPage } from './raw-rows.ts'
import type { Act } from './record-act.ts'
import type { Refusal } from './refusal.ts'
import type { FileWriter } from './row-streams.ts'
import type { UniqueRefusals } from './sql-errors.ts'

/**
 * The actor, checked in this request: a live session of a member of the organization, or an API key. For a key,
 * `user_id` is its own id, `email` its name, and `role` that of the member who created it.
 */
export type Actor = Readonly<{
  org_id: string
  user_id: string
  role: Role
  /** The locations that the member is limited to; null for all. The transaction already shows no others. */
  location_ids: readonly string[] | null
  email: string
  session_id: string
  request_id: string
  /** The permissions of an API key; undefined for a person. */
  key_permissions?: readonly string[] | undefined
}>

/** Whether the caller has the permission: by role, and for an API key also by its own permissions. */
export function may(
  { role, key_permissions }: Pick<Actor, 'role' | 'key_permissions'>,
  permission: Permission,
): boolean {
  if (!mayDo(role, permission)) return false
  return key_permissions === undefined || (keyPermissions.includes(permission) && key_permissions.includes(permission))
}

/**
 * A file as a response, sent as an attachment: its bytes (a template), a generator that runs while it is sent (a report
 * of any length), or one that runs after the transaction (a PDF: no connection waits for it). A file that takes data
 * out of the organization names the export (one with several documents, that of each), which is recorded in the audit
 * trail before the first byte is sent.
 */
export type FileAnswer = {
  file_name: string
  content_type: string
  body: Buffer | FileWriter | FileToMake
  recorded_as?: Export | readonly Export[]
}

type Export = Omit<Act, 'action'>

export type FileToMake = Readonly<{ make: () => Promise<Buffer> }>

/** An endpoint with its implementation. */
export type Implementation = Readonly<{
  endpoint: Endpoint
  run: Run
  /** Refuses before anything is prepared, in the transaction that checks access; its result is passed to `prepare`. */
  check?: Run
  /**
   * Runs before the transaction, once access is checked: no connection waits for it. Returns what to run instead of
   * `run`.
   */
  prepare?: (actor: Actor, input: never, checked: never) => Promise<Run>
  /** Reverts what `check` wrote if `prepare` fails. */
  giveUp?: Run
  unique: UniqueRefusals
  /** Runs instead of `run` for callers without sign-in: no organization's rows are visible. */
  runForAnyone?: (tx: Tx, input: never) => Promise<unknown>
  /** How several of them run in one transaction, if they can. */
  grouped?: ReadableGrouped
  /**
   * Runs after a command that had begun has failed and won't be tried again, in a transaction of its own: what it
   * writes stays although the command's changes were rolled back.
   */
  afterFailure?: (
    tx: Tx,
    caller: Pick<Actor, 'org_id' | 'user_id' | 'email'>,
    input: never,
    refusal: Refusal,
  ) => Promise<void>
  /** Its commit may leave thousands of rows that the planner's statistics don't know. */
  writesManyRows?: true
  /** It may need hundreds of megabytes, which are returned to the system after it. */
  needsMuchMemory?: true
  /** PostgreSQL plans its statements once per connection, for any values. */
  planOnce?: true
  /** Its rows are read in the order of an index. */
  inOrder?: true
  /** Requests that wait for the same read share it (shared-reads.ts). */
  isShared?: true
}>

type Run = (tx: Tx, actor: Actor, input: never) => Promise<unknown>

/**
 * Commands of one kind that can run together, each independently (groups.ts). `read` returns what to do for an input,
 * or undefined if it must run alone; `idsOf` names what only one command of a group may touch. `run` returns an output
 * per member, in order, or undefined where nothing was done because it must run alone. The transaction works with all
 * locations and, unless it is of one person, names no user: each written row states whose it is.
 */
export type Grouped<W = never> = Readonly<{
  name: string
  /** A group contains only commands of one person, and its transaction names them: what they write is audited. */
  ofOnePerson?: true
  /** How many lines it has; one if omitted. */
  sizeOf?(work: W): number
  idsOf(work: W): readonly string[]
  /** What it locks until its commit: groups that share one of these run one after the other. */
  locksOf(work: W): readonly string[]
  /** How many must wait before a second group begins beside one that runs; `limits.groupMembersBeside` if omitted. */
  besideFrom?: number
  /** How long a command waits at most before it is refused as busy; `limits.groupWaitMs` if omitted. */
  waitMs?: number
  run(
    tx: Tx,
    org_id: string,
    members: readonly { actor: Actor; work: W }[],
    withLocks: WithLocks,
  ): Promise<readonly unknown[]>
}>

/** Runs `work` with more locks than `locksOf` names, once these are known; at most once, as the group's last step. */
export type WithLocks = <T>(names: readonly string[], work: () => Promise<T>) => Promise<T>

type ReadableGrouped = Readonly<{ kind: Grouped; read(input: never): unknown }>

/**
 * Joins a contract row with its implementation. `run` gets an open transaction, the checked actor and the parsed input,
 * never HTTP; of its result, only the fields in the row's output schema are sent. A query's `run` only reads from the
 * database: it may start before its caller is checked (docs/decisions/0441). `unique` maps unique keys to refusals.
 */
export function implement<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  run: (tx: Tx, actor: Actor, input: z.output<I>) => Promise<z.input<O> | RawPage<z.input<O>>>,
  unique: UniqueRefusals = {},
): Implementation {
  return { endpoint, run, unique }
}

/** The part of the caller that a shared read may use: not role, name or session, which differ between readers. */
export type Reader = Pick<Actor, 'org_id' | 'location_ids'>

/**
 * Like `implement`, for a query whose output is the same for every reader of the organization: requests at the same
 * moment share it.
 */
export function implementShared<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  run: (tx: Tx, reader: Reader, input: z.output<I>) => Promise<z.input<O> | RawPage<z.input<O>>>,
): Implementation {
  return { ...implement(endpoint, run), isShared: true }
}

/**
 * Like `implement`, for a command that can also run in a group (`kind`). `run` is used when it runs alone, and must
 * have the same effect.
 */
export function implementGrouped<I extends z.ZodType, O extends z.ZodType, W>(
  endpoint: Endpoint<I, O>,
  kind: Grouped<W>,
  read: (input: z.output<I>) => W | undefined,
  run: (tx: Tx, actor: Actor, input: z.output<I>) => Promise<z.input<O>>,
): Implementation {
  return { ...implement(endpoint, run), grouped: { kind, read } }
}

/** Joins a row that needs no sign-in (`access: 'anyone'`) with its implementation. */
export function implementForAnyone<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  runForAnyone: (tx: Tx, input: z.output<I>) => Promise<z.input<O>>,
): Implementation {
  return {
    endpoint,
    runForAnyone,
    run: () => Promise.reject(new Error(`${endpoint.name} runs for anyone, not for a member`)),
    unique: {},
  }
}

/**
 * Marks a command that may write thousands of rows: the planner's statistics are updated after the commit, before
 * anyone reads them, and the memory for so many rows is returned.
 */
export function writingManyRows(implementation: Implementation): Implementation {
  return { ...needingMuchMemory(implementation), writesManyRows: true }
}

/** Marks a command that may need hundreds of megabytes, which are returned to the system after it. */
export function needingMuchMemory(implementation: Implementation): Implementation {
  return { ...implementation, needsMuchMemory: true }
}

/**
 * Marks an endpoint whose statements should be planned once per connection (TransactionOptions.planOnce): each of them
 * reads or writes rows through the same index for all values alike.
 */
export function plannedOnce(implementation: Implementation): Implementation {
  return { ...implementation, planOnce: true }
}

/**
 * Marks a query that reads a few rows of very many in the order of an index (TransactionOptions.inOrder), planned once
 * per connection: no plan depends on the values, and planning for each takes longer than it runs.
 */
export function readInOrder(implementation: Implementation): Implementation {
  return { ...plannedOnce(implementation), inOrder: true }
}

/**
 * Like `implement`, for a command with slow work that needs no database (decoding a picture, fetching a page).
 * `prepare` runs between two transactions: the first checks access, looks the key up and runs `check`; the second
 * checks access and the key again and runs the command. If it fails, `giveUp` reverts what `check` wrote, in a separate
 * transaction.
 */
export function implementPrepared<I extends z.ZodType, O extends z.ZodType, P, C = void>(
  endpoint: Endpoint<I, O>,
  {
    prepare,
    run,
    ...others
  }: {
    check?: (tx: Tx, actor: Actor, input: z.output<I>) => Promise<C>
    prepare: (actor: Actor, input: z.output<I>, checked: C) => Promise<P>
    giveUp?: (tx: Tx, actor: Actor, input: z.output<I>) => Promise<unknown>
    run: (tx: Tx, actor: Actor, input: z.output<I>, prepared: P) => Promise<z.input<O>>
  },
): Implementation {
  return {
    endpoint,
    ...others,
    prepare: async (actor, input, checked) => {
      const prepared = await prepare(actor, input, checked)
      return (tx, sameActor, sameInput) => run(tx, sameActor, sameInput, prepared)
    },
    run: () => Promise.reject(new Error(`${endpoint.name} runs only after it was prepared`)),
    unique: {},
  }
}
