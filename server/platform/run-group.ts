import { limits } from '../../contract/limits.ts'
import { AccessChanged, admitManyAndRun, type Admitted } from './admission.ts'
import { answerOf } from './answer-writer.ts'
import { accessOfAnswer, type RoleAnswer } from './call.ts'
import { storeResults, type Result } from './command-results.ts'
import type { Database, Tx } from './db.ts'
import type { WithLocks } from './endpoint.ts'
import type { Waiting } from './group-queue.ts'
import type { KeyLocks } from './key-locks.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { isLockTimeout, isOutage } from './transient-errors.ts'

export type GroupCounts = {
  /** Commands that arrived, and committed groups of two or more with all of their members. */
  commands: number
  groups: number
  members: number
  /** Members that were refused at admission. */
  refused: number
  /** Members that the group left out and that ran alone. */
  left: number
  /** Commands that were refused because they had waited too long. */
  late: number
  /** Groups that were rolled back and run again, because their callers' access had changed. */
  wrongGuesses: number
  /** Groups that were rolled back and whose members then ran one by one. */
  fallbacks: number
  /** Those of them that waited too long for a lock. All others are unexpected: a refusal, a deadlock, a fault. */
  lockTimeouts: number
  /** Milliseconds that members waited before their group began. */
  waitedMs: number
}

export const noCounts: Readonly<GroupCounts> = {
  commands: 0,
  groups: 0,
  members: 0,
  refused: 0,
  left: 0,
  late: 0,
  wrongGuesses: 0,
  fallbacks: 0,
  lockTimeouts: 0,
  waitedMs: 0,
}

/** What all groups share. */
export type GroupRunner = Readonly<{
  db: Database
  /**
   * Groups that lock the same records wait for each other here instead of in PostgreSQL. A group releases its keys when
   * only its commit remains to be sent.
   */
  keyLocks: KeyLocks
  log: Log
  patience: number
  counts: GroupCounts
}>

/** What became of a member: its response, its refusal, or that it has to run alone. */
export type Outcome = { answer: RoleAnswer } | { refusal: Refusal } | 'alone'

export function isAnswer(outcome: Outcome | undefined): outcome is { answer: RoleAnswer } {
  return typeof outcome === 'object' && 'answer' in outcome
}

/**
 * Runs the members in one transaction and returns the outcome of each, once it is committed or rolled back. After a
 * rollback they run alone; those whose group may have been committed find their response by their key.
 */
export async function runGroup(
  runner: GroupRunner,
  members: readonly Waiting[],
  mayGuess = true,
): Promise<readonly Outcome[]> {
  const { counts } = runner
  let outcomes: readonly Outcome[]
  try {
    outcomes = await runInTransaction(runner, members, mayGuess)
  } catch (error) {
    if (error instanceof AccessChanged && mayGuess) {
      counts.wrongGuesses += 1
      return runGroup(runner, members, false)
    }
    return afterRollback(runner, members, error)
  }
  counts.groups += 1
  counts.members += members.length
  counts.left += outcomes.filter((outcome) => outcome === 'alone').length
  counts.refused += outcomes.filter((outcome) => typeof outcome === 'object' && 'refusal' in outcome).length
  return outcomes
}

function runInTransaction(
  { db, keyLocks, patience }: GroupRunner,
  members: readonly Waiting[],
  mayGuess: boolean,
): Promise<readonly Outcome[]> {
  const [first] = members
  const org_id = first?.call.org_id ?? ''
  const user_id = first?.grouped.ofOnePerson ? first.call.user_id : null
  const locks = members.flatMap(({ grouped, work }) => grouped.locksOf(work as never))
  // A waiting group already has a connection, so no one waits for a connection behind it.
  const withLocks: WithLocks = (names, work) => keyLocks.run(org_id, names, limits.connectionWaitMs * patience, work)
  return db.transaction(
    { org_id, user_id, locations: 'all' },
    (tx) => {
      const runLocked = (admitted: readonly (Admitted | Refusal)[]) =>
        withLocks(locks, () => runAdmitted(tx, org_id, members, admitted, withLocks))
      return admitManyAndRun(tx, org_id, members, runLocked, mayGuess)
    },
    {
      lockTimeoutMs: limits.groupLockTimeoutMs * patience,
      planOnce: members.length <= limits.groupMembersPlannedOnce,
    },
  )
}

function afterRollback({ counts, log }: GroupRunner, members: readonly Waiting[], error: unknown): Outcome[] {
  // No connection, or no key, was free in time: neither would be for each of them.
  if (error instanceof Refusal && error.code === 'busy') return members.map(() => ({ refusal: error }))
  counts.fallbacks += 1
  if (isLockTimeout(error)) counts.lockTimeouts += 1
  log.debug({ err: error, members: members.length }, 'a group of commands was rolled back; they run one by one')
  // It is unknown whether it was committed. Without a key, a command could be carried out twice.
  if (isOutage(error)) return members.map(({ key }) => (key ? 'alone' : { refusal: new Refusal('unavailable') }))
  return members.map(() => 'alone')
}

async function runAdmitted(
  tx: Tx,
  org_id: string,
  members: readonly Waiting[],
  admitted: readonly (Admitted | Refusal)[],
  withLocks: WithLocks,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = admitted.map((one) => {
    if (one instanceof Refusal) return { refusal: one }
    if (one.replay) return { answer: { ...one.replay, ...accessOfAnswer(one.actor) } }
    return 'alone'
  })
  // A member limited to locations sees other figures than the transaction does: these commands run separately.
  const ready = members.flatMap((member, i) => {
    const one = admitted[i]
    return one && !(one instanceof Refusal) && !one.replay && !one.actor.location_ids
      ? [{ member, actor: one.actor, i }]
      : []
  })
  const [first] = ready
  if (!first) return outcomes
  const outputs = await first.member.grouped.run(
    tx,
    org_id,
    ready.map(({ member, actor }) => ({ actor, work: member.work as never })),
    withLocks,
  )
  const results: Result[] = []
  for (const [n, { member, actor, i }] of ready.entries()) {
    const output = outputs[n]
    if (output === undefined) continue
    const { endpoint, call, key } = member
    const answer = answerOf(endpoint, output)
    if (key) results.push({ endpoint, call, key, answer })
    outcomes[i] = { answer: { ...answer, ...accessOfAnswer(actor) } }
  }
  storeResults(tx, org_id, results)
  return outcomes
}
