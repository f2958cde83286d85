import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { keyPermissions, mayDo, type Permission, type Role } from '../../contract/permissions.ts'
import type { Tx } from './db.ts'
import type { Act } from './record-act.ts'
import type { FileWriter } from './row-streams.ts'
import type { UniqueRefusals } from './sql-errors.ts'

/**
 * Who acts, checked in this request: a live session of a member of the organization, or an API key. Of a key, `user_id`
 * is its own id, `email` its name, and `role` that of the member who made it.
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
  /** What an API key was given; a person has none. */
  key_permissions?: readonly string[] | undefined
}>

/** Whether the caller may: by the role, and of an API key also by what it was given. */
export function may(
  { role, key_permissions }: Pick<Actor, 'role' | 'key_permissions'>,
  permission: Permission,
): boolean {
  if (!mayDo(role, permission)) return false
  return key_permissions === undefined || (keyPermissions.includes(permission) && key_permissions.includes(permission))
}

/**
 * A file as an answer, sent as an attachment: its bytes (a template), what makes them while they are sent (a report of
 * any length), or what makes them once the transaction has ended (a PDF: no connection waits for it). One that takes
 * data out of the organization names the export, which is written into the audit trail before the first byte is sent.
 */
export type FileAnswer = {
  file_name: string
  content_type: string
  body: Buffer | FileWriter | FileToMake
  recorded_as?: Omit<Act, 'action'>
}

export type FileToMake = Readonly<{ make: () => Promise<Buffer> }>

/** An endpoint with what it does. */
export type Implementation = Readonly<{
  endpoint: Endpoint
  run: Run
  /**
   * Refuses before anything is prepared, in the transaction that checks access; what it answers is there for `prepare`.
   */
  check?: Run
  /**
   * What is done before the transaction, once access is checked: no connection waits for it. Answers what to run
   * instead of `run`.
   */
  prepare?: (actor: Actor, input: never, checked: never) => Promise<Run>
  /** Takes back what `check` wrote when `prepare` did not succeed. */
  giveUp?: Run
  unique: UniqueRefusals
  /** What it does instead of `run`, for callers who need not sign in: no organization's rows are seen. */
  runForAnyone?: (tx: Tx, input: never) => Promise<unknown>
  /** How several of them run in one transaction, where they can. */
  grouped?: ReadableGrouped
  /** Its commit may leave thousands of rows that the planner's statistics know nothing of. */
  writesManyRows?: true
}>

type Run = (tx: Tx, actor: Actor, input: never) => Promise<unknown>

/**
 * Commands of one kind that can run together, each by itself (groups.ts). `read` says what is to be done of an input,
 * or undefined where that has to run alone; `idsOf` names what only one of a group may touch. `run` answers an output
 * per member, in order, or undefined where nothing of it was done because it has to run alone. The transaction works
 * with all locations and, unless it is of one person, names no user: what is written says of each row whose it is.
 */
export type Grouped<W = never> = Readonly<{
  name: string
  /** Only those of one person are in a group, and its transaction names them: what they write is audited. */
  ofOnePerson?: true
  /** How many lines it has; one where it is left out. */
  sizeOf?(work: W): number
  idsOf(work: W): readonly string[]
  /** What it locks until its commit: groups that share one of these work one after the other. */
  locksOf(work: W): readonly string[]
  run(tx: Tx, org_id: string, members: readonly { actor: Actor; work: W }[]): Promise<readonly unknown[]>
}>

type ReadableGrouped = Readonly<{ kind: Grouped; read(input: never): unknown }>

/**
 * Joins a contract row with what it does. `run` gets an open transaction, the checked actor and the parsed input, never
 * HTTP; of what it returns, the fields that the row's output schema declares leave. A query's `run` only reads from the
 * database: it may begin before its caller is checked (docs/decisions/0441). `unique` says what each unique key refuses
 * with.
 */
export function implement<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  run: (tx: Tx, actor: Actor, input: z.output<I>) => Promise<z.input<O>>,
  unique: UniqueRefusals = {},
): Implementation {
  return { endpoint, run, unique }
}

/** The same for a command that can be one of a group, and alone does what its group would do. */
export function implementGrouped<I extends z.ZodType, O extends z.ZodType, W>(
  endpoint: Endpoint<I, O>,
  kind: Grouped<W>,
  read: (input: z.output<I>) => W | undefined,
  run: (tx: Tx, actor: Actor, input: z.output<I>) => Promise<z.input<O>>,
): Implementation {
  return { ...implement(endpoint, run), grouped: { kind, read } }
}

/** Joins a row that needs no sign-in (`access: 'anyone'`) with what it does. */
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
 * Says of a command that it may write thousands of rows: they are made known to the planner after the commit, before
 * anyone reads them.
 */
export function writingManyRows(implementation: Implementation): Implementation {
  return { ...implementation, writesManyRows: true }
}

/**
 * The same for a command whose work needs no database and takes its time (a picture is decoded, a page is fetched).
 * `prepare` runs between two transactions: the first checks access, looks the key up and does `check`, the second does
 * the former two again and runs the command. When it does not succeed, `giveUp` takes back what `check` wrote, in a
 * transaction of its own.
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
