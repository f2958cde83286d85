import { performance } from 'node:perf_hooks'
import { limits } from '../../contract/limits.ts'
import type { Candidate } from './admission.ts'
import type { RoleAnswer } from './call.ts'
import type { Database } from './db.ts'
import type { Grouped } from './endpoint.ts'
import {
  emptyQueue,
  isIdle,
  mayBegin,
  nextGroup,
  takeLate,
  type GroupMember,
  type Queue,
  type Waiting,
} from './group-queue.ts'
import { createKeyLocks } from './key-locks.ts'
import type { Log } from './log.ts'
import { Refusal, refuse } from './refusal.ts'
import { isAnswer, noCounts, runGroup, type GroupCounts, type GroupRunner } from './run-group.ts'

/**
 * Runs commands of one organization that arrive at the same moment in one transaction: PostgreSQL starts each statement
 * once for all of them, and writes them to disk with one commit (docs/decisions/0010). A command that arrives alone
 * runs alone, immediately.
 */
export type Groups = Readonly<{
  /**
   * Returns the command's response, or its refusal, once the group is committed. `alone` runs it separately: if no
   * other command came, or if it can't be part of a group after all.
   */
  run(member: GroupMember): Promise<RoleAnswer>
  /** Whether a command of this kind would wait too long: then `run` refuses busy. */
  isFull(grouped: Grouped, caller: Caller): boolean
  /** False if no queue is full: a quick check before `isFull`. */
  mayBeFull(): boolean
  /** Counters since the start. */
  counts(): Readonly<GroupCounts>
}>

type Caller = Pick<Candidate['call'], 'org_id' | 'user_id'>

/**
 * `committed` is called with the members of a group that changed something. `patience` multiplies how long commands and
 * groups wait; only for tests, which a busy machine must not fail.
 */
// oxlint-disable-next-line max-lines-per-function -- its steps share the queues and their counts
export function createGroups(
  db: Database,
  committed: (org_id: string, changed: readonly Candidate[]) => void,
  log: Log,
  patience = 1,
): Groups {
  const queues = new Map<string, Queue>()
  const costs = createCosts()
  const counts: GroupCounts = { ...noCounts }
  const runner: GroupRunner = { db, keyLocks: createKeyLocks(), log, patience, counts }

  /** Whether waiting would take too long, judging by previous groups. There is always room for the next group. */
  function isFull({ name, waitMs = limits.groupWaitMs }: Grouped, queue: Queue | undefined): boolean {
    const ms = costs.msPerMember(name)
    if (ms === undefined || queue === undefined || queue.waiting.length < limits.groupMembers) return false
    return (queue.waiting.length + queue.alone) * ms > waitMs * patience * limits.groupsAtOnce
  }

  function enter(queue: Queue, waiting: Waiting): void {
    queue.waiting.push(waiting)
    if (queue.scheduled || !mayBegin(queue)) return
    queue.scheduled = true
    // After everything that arrived in this iteration of the event loop, which waits for nothing.
    setImmediate(() => {
      queue.scheduled = false
      beginGroups(queue)
    })
  }

  function beginGroups(queue: Queue): void {
    const late = takeLate(queue, performance.now(), patience)
    counts.late += late.length
    for (const { reject } of late) reject(new Refusal('busy'))
    while (queue.waiting.length > 0 && mayBegin(queue)) beginGroup(queue)
    if (isIdle(queue)) queues.delete(queue.key)
  }

  function beginGroup(queue: Queue): void {
    const members = nextGroup(queue)
    queue.running += 1
    queue.members += members.length
    const [first, ...others] = members
    const run = first && others.length === 0 ? runAlone(first) : runTogether(queue, members)
    run
      .catch((error: unknown) => {
        log.error({ err: error }, 'a group of commands failed')
        for (const { reject } of members) reject(error)
      })
      .finally(() => {
        queue.running -= 1
        queue.members -= members.length
        beginGroups(queue)
      })
  }

  async function runTogether(queue: Queue, members: readonly Waiting[]): Promise<void> {
    const start = performance.now()
    for (const { since } of members) counts.waitedMs += start - since
    const outcomes = await runGroup(runner, members)
    costs.add(members, performance.now() - start)
    const changed = members.filter((_, i) => isAnswer(outcomes[i]))
    const [first] = changed
    if (first) committed(first.call.org_id, changed)
    for (const [i, member] of members.entries()) {
      const outcome = outcomes[i] ?? 'alone'
      if (outcome === 'alone') runLeftOut(queue, member)
      else if ('refusal' in outcome) member.reject(outcome.refusal)
      else member.resolve(outcome.answer)
    }
  }

  function runLeftOut(queue: Queue, member: Waiting): void {
    queue.alone += 1
    const over = () => {
      queue.alone -= 1
      beginGroups(queue)
    }
    runAlone(member).then(over, over)
  }

  return {
    run(member) {
      const key = keyOf(member.grouped, member.call)
      const queue = queues.get(key) ?? emptyQueue(key)
      queues.set(key, queue)
      if (isFull(member.grouped, queue)) refuse('busy')
      counts.commands += 1
      return new Promise((resolve, reject) => enter(queue, { ...member, since: performance.now(), resolve, reject }))
    },
    mayBeFull: () => queues.values().some(({ waiting }) => waiting.length >= limits.groupMembers),
    isFull: (grouped, caller) => isFull(grouped, queues.get(keyOf(grouped, caller))),
    counts: () => ({ ...counts }),
  }
}

/** The key of the queue that a command waits in. */
function keyOf({ name, ofOnePerson }: Grouped, { org_id, user_id }: Caller): string {
  return `${org_id} ${name} ${ofOnePerson ? user_id : ''}`
}

/** Resolves when it is over, whatever the outcome. */
async function runAlone(member: Waiting): Promise<void> {
  const answer = member.alone()
  member.resolve(answer)
  await Promise.allSettled([answer])
}

/** The time per member of recent groups, by kind and across organizations. */
function createCosts() {
  const msByKind = new Map<string, number>()
  return {
    msPerMember: (kind: string) => msByKind.get(kind),
    add(members: readonly Waiting[], milliseconds: number) {
      const kind = members[0]?.grouped.name ?? ''
      const ms = milliseconds / members.length
      msByKind.set(kind, 0.8 * (msByKind.get(kind) ?? ms) + 0.2 * ms)
    },
  }
}
