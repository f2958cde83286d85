import { performance } from 'node:perf_hooks'
import { limits } from '../../contract/limits.ts'
import type { Candidate } from './admission.ts'
import type { RoleAnswer } from './call.ts'
import type { Database } from './db.ts'
import type { Grouped } from './endpoint.ts'
import { emptyQueue, mayBegin, nextGroup, takeLate, type GroupMember, type Queue, type Waiting } from './group-queue.ts'
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
  /** The time per member of recent groups, by kind and across organizations. */
  const msPerMember = new Map<string, number>()
  const counts: GroupCounts = { ...noCounts }
  const runner: GroupRunner = { db, keyLocks: createKeyLocks(), log, patience, counts }

  /** Whether waiting would take too long, judging by previous groups. There is always room for the next group. */
  function isFull({ name, waitMs = limits.groupWaitMs }: Grouped, queue: Queue | undefined): boolean {
    const ms = msPerMember.get(name)
    if (ms === undefined || queue === undefined || queue.waiting.length < limits.groupMembers) return false
    return (queue.waiting.length + queue.alone) * ms > waitMs * patience * limits.groupsAtOnce
  }

  function begin(queueKey: string, queue: Queue): void {
    queue.scheduled = false
    const late = takeLate(queue, performance.now(), patience)
    counts.late += late.length
    for (const { reject } of late) reject(new Refusal('busy'))
    while (queue.waiting.length > 0 && mayBegin(queue)) {
      const members = nextGroup(queue)
      queue.running += 1
      queue.members += members.length
      const done = () => {
        queue.running -= 1
        queue.members -= members.length
        beginNext(queueKey, queue)
      }
      const [only] = members
      const run =
        members.length === 1 && only ? runAlone(only) : runAndAnswer(queue, members, () => beginNext(queueKey, queue))
      run.then(done, (error: unknown) => {
        log.error({ err: error }, 'a group of commands failed')
        for (const { reject } of members) reject(error)
        done()
      })
    }
  }

  function beginNext(queueKey: string, queue: Queue): void {
    if (queue.waiting.length > 0) begin(queueKey, queue)
    else if (queue.running + queue.alone === 0 && !queue.scheduled) queues.delete(queueKey)
  }

  async function runAndAnswer(queue: Queue, members: readonly Waiting[], aloneDone: () => void): Promise<void> {
    const start = performance.now()
    for (const { since } of members) counts.waitedMs += start - since
    const outcomes = await runGroup(runner, members)
    noteTime(members, performance.now() - start)
    const changed = members.filter((_, i) => isAnswer(outcomes[i]))
    const [first] = changed
    if (first) committed(first.call.org_id, changed)
    for (const [i, member] of members.entries()) {
      const outcome = outcomes[i] ?? 'alone'
      if (outcome === 'alone') {
        queue.alone += 1
        const over = () => {
          queue.alone -= 1
          aloneDone()
        }
        runAlone(member).then(over, over)
      } else if ('refusal' in outcome) member.reject(outcome.refusal)
      else member.resolve(outcome.answer)
    }
  }

  function noteTime(members: readonly Waiting[], milliseconds: number): void {
    const kind = members[0]?.grouped.name ?? ''
    const took = milliseconds / members.length
    const before = msPerMember.get(kind) ?? took
    msPerMember.set(kind, 0.8 * before + 0.2 * took)
  }

  return {
    run(member) {
      const queueKey = keyOf(member.grouped, member.call)
      const queue = queues.get(queueKey) ?? emptyQueue()
      queues.set(queueKey, queue)
      if (isFull(member.grouped, queue)) refuse('busy')
      counts.commands += 1
      return new Promise((resolve, reject) => {
        queue.waiting.push({ ...member, since: performance.now(), resolve, reject })
        if (queue.scheduled || !mayBegin(queue)) return
        queue.scheduled = true
        // After everything that arrived in this iteration of the event loop, which waits for nothing.
        setImmediate(() => begin(queueKey, queue))
      })
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
