import { performance } from 'node:perf_hooks'
import { limits } from '../../contract/limits.ts'
import { AccessChanged, admitManyAndRun, type Admitted, type Candidate } from './admission.ts'
import { answerOf } from './answer-writer.ts'
import { accessOfAnswer, type RoleAnswer } from './call.ts'
import { storeResults, type Result } from './command-results.ts'
import type { Database, Tx } from './db.ts'
import type { Grouped, WithLocks } from './endpoint.ts'
import { mayBegin, nextGroup, takeLate, type GroupMember, type Queue, type Waiting } from './group-queue.ts'
import type { Log } from './log.ts'
import { Refusal, refuse } from './refusal.ts'
import { isOutage } from './transient-errors.ts'
import { createKeyLocks } from './key-locks.ts'

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
  /** Milliseconds that members waited before their group began. */
  waitedMs: number
}

const noCounts = {
  commands: 0,
  groups: 0,
  members: 0,
  refused: 0,
  left: 0,
  late: 0,
  wrongGuesses: 0,
  fallbacks: 0,
  waitedMs: 0,
}

type Outcome = { answer: RoleAnswer } | { refusal: Refusal } | 'alone'

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
  /**
   * Groups that lock the same records wait for each other here instead of in PostgreSQL. A group releases its keys when
   * only its commit remains to be sent.
   */
  const keyLocks = createKeyLocks()
  /** The time per member of recent groups, by kind and across organizations. */
  const msPerMember = new Map<string, number>()
  const counts: GroupCounts = { ...noCounts }

  /** Whether waiting would take too long, judging by previous groups. There is always room for the next group. */
  function isFull({ name, waitMs = limits.groupWaitMs }: Grouped, queue: Queue | undefined): boolean {
    const ms = msPerMember.get(name)
    if (ms === undefined || queue === undefined || queue.waiting.length < limits.groupMembers) return false
    return (queue.waiting.length + queue.alone) * ms > waitMs * patience * limits.groupsAtOnce
  }

  function begin(name: string, queue: Queue): void {
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
        goOn(name, queue)
      }
      const [only] = members
      const run = members.length === 1 && only ? runAlone(only) : runAndAnswer(queue, members, () => goOn(name, queue))
      run.then(done, (error: unknown) => {
        log.error({ err: error }, 'a group of commands failed without responses')
        done()
      })
    }
  }

  function goOn(name: string, queue: Queue): void {
    if (queue.waiting.length > 0) begin(name, queue)
    else if (queue.running + queue.alone === 0 && !queue.scheduled) queues.delete(name)
  }

  async function runAndAnswer(queue: Queue, members: readonly Waiting[], aloneDone: () => void): Promise<void> {
    const start = performance.now()
    for (const { since } of members) counts.waitedMs += start - since
    const outcomes = await runTogether(members)
    noteTime(members, performance.now() - start)
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

  /** The outcome of each. Nothing, success or refusal, is known before the commit. */
  async function runTogether(members: readonly Waiting[], mayGuess = true): Promise<readonly Outcome[]> {
    const [first] = members
    const org_id = first?.call.org_id ?? ''
    const user_id = first?.grouped.ofOnePerson ? first.call.user_id : null
    const locks = members.flatMap(({ grouped, work }) => grouped.locksOf(work as never))
    let outcomes: readonly Outcome[]
    try {
      outcomes = await db.transaction(
        { org_id, user_id, locations: 'all' },
        (tx) => {
          // A waiting group already has a connection, so no one waits for a connection behind it.
          const withLocks: WithLocks = (names, work) =>
            keyLocks.run(org_id, names, limits.connectionWaitMs * patience, work)
          const runLocked = (admitted: readonly (Admitted | Refusal)[]) =>
            withLocks(locks, () => runAdmitted(tx, org_id, members, admitted, withLocks))
          return admitManyAndRun(tx, org_id, members, runLocked, mayGuess)
        },
        {
          lockTimeoutMs: limits.groupLockTimeoutMs * patience,
          planOnce: members.length <= limits.groupMembersPlannedOnce,
        },
      )
    } catch (error) {
      // No connection was free in time: there won't be one for each of them either.
      if (error instanceof Refusal) return members.map(() => ({ refusal: error }))
      if (error instanceof AccessChanged) {
        counts.wrongGuesses += 1
        return runTogether(members, false)
      }
      counts.fallbacks += 1
      log.debug({ err: error, members: members.length }, 'a group of commands was rolled back; they run one by one')
      // It is unknown whether it was committed: commands with a key find their response, the others run.
      if (isOutage(error)) return members.map(({ key }) => (key ? 'alone' : { refusal: new Refusal('unavailable') }))
      return members.map(() => 'alone')
    }
    committed(
      org_id,
      members.filter((_, i) => typeof outcomes[i] === 'object' && 'answer' in outcomes[i]),
    )
    counts.groups += 1
    counts.members += members.length
    counts.left += outcomes.filter((outcome) => outcome === 'alone').length
    counts.refused += outcomes.filter((outcome) => typeof outcome === 'object' && 'refusal' in outcome).length
    return outcomes
  }

  return {
    run(member) {
      const name = queueKey(member.grouped, member.call)
      const queue = queues.get(name) ?? {
        waiting: [],
        running: 0,
        members: 0,
        alone: 0,
        scheduled: false,
      }
      queues.set(name, queue)
      if (isFull(member.grouped, queue)) refuse('busy')
      counts.commands += 1
      return new Promise((resolve, reject) => {
        queue.waiting.push({ ...member, since: performance.now(), resolve, reject })
        if (queue.scheduled || !mayBegin(queue)) return
        queue.scheduled = true
        // After everything that arrived in this iteration of the event loop, which waits for nothing.
        setImmediate(() => begin(name, queue))
      })
    },
    mayBeFull: () => queues.values().some(({ waiting }) => waiting.length >= limits.groupMembers),
    isFull: (grouped, caller) => isFull(grouped, queues.get(queueKey(grouped, caller))),
    counts: () => ({ ...counts }),
  }
}

/** The key of the queue that a command waits in. */
function queueKey({ name, ofOnePerson }: Grouped, { org_id, user_id }: Caller): string {
  return `${org_id} ${name} ${ofOnePerson ? user_id : ''}`
}

/** Resolves when it is over, whatever the outcome. */
async function runAlone(member: Waiting): Promise<void> {
  const answer = member.alone()
  member.resolve(answer)
  await Promise.allSettled([answer])
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
