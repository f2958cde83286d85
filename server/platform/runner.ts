import type { z } from 'zod'
import { checkInput } from '../../contract/check-input.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { AccessChanged, admit, admitAndRead } from './admission.ts'
import { answerOf } from './answer-writer.ts'
import { accessOfAnswer, type Answer, type Call, type RoleAnswer } from './call.ts'
import { keyOf, storeResults } from './command-results.ts'
import type { Database } from './db.ts'
import type { Actor, Implementation } from './endpoint.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import type { Outbox } from './outbox.ts'
import type { PlannerStatistics } from './planner-statistics.ts'
import type { Groups } from './groups.ts'
import { Refusal, refuse } from './refusal.ts'
import { releaseAfterPeak } from './release-memory.ts'
import type { Sequencer } from './sequencer.ts'
import type { SharedReads } from './shared-reads.ts'
import { refusalFromSql } from './sql-errors.ts'
import { createFairQueue, TooBusy } from './fair-queue.ts'
import { isRetryable } from './transient-errors.ts'

export type RunnerServices = {
  db: Database
  events: Events
  outbox: Outbox
  sequencer: Pick<Sequencer, 'poke'>
  statistics: PlannerStatistics
  log: Log
  /** Runs commands together that arrive together; omitted if each must run alone. */
  groups?: Groups | undefined
  /** Shares reads that are requested together; omitted if each must run separately. */
  sharedReads?: SharedReads | undefined
}

/**
 * Runs a query or command for one request: validates, opens the transaction, sets the organization, checks session,
 * membership and permission, replays a known key, runs, stores the result, commits, retries deadlocks and serialization
 * failures a limited number of times, and notifies browsers and the outbox. What a command prepares is done once,
 * before. Throws a Refusal for every expected failure.
 */
export async function runEndpoint(
  services: RunnerServices,
  implementation: Implementation,
  call: Call,
): Promise<RoleAnswer> {
  const { endpoint } = implementation
  const input = parseInput(endpoint, call.input)
  const work = services.groups && implementation.grouped?.read(input as never)
  if (services.groups && implementation.grouped && work !== undefined)
    return services.groups.run({
      endpoint,
      call,
      key: keyOf(endpoint, call, input),
      grouped: implementation.grouped.kind,
      work,
      alone: () => runNow(services, implementation, call, input),
    })
  if (!isLong(endpoint)) return runNow(services, implementation, call, input)
  const leave = await longCommands.enter(call.org_id).catch(refuseBusy)
  try {
    return await runNow(services, implementation, call, input)
  } finally {
    leave()
  }
}

/** Runs an endpoint that needs no sign-in: validates, and runs it in one transaction that sees no organization. */
export async function runForAnyone(
  { db }: RunnerServices,
  { endpoint, runForAnyone: run, unique }: Implementation,
  raw: unknown,
): Promise<Answer> {
  const input = parseInput(endpoint, raw)
  try {
    const output = await db.transaction(null, async (tx) => run?.(tx, input as never))
    return answerOf(endpoint, output)
  } catch (error) {
    throw refusalFromSql(error, unique)
  }
}

/** Each holds a connection for a long time: a few at once, so that some are always left for everything else. */
const longCommands = createFairQueue({
  perKey: limits.longCommandsPerOrganization,
  inAll: limits.longCommandsAtOnce,
  waitMs: limits.longCommandWaitSeconds * 1_000,
})

const isLong = ({ kind, statementTimeoutMs = 0 }: Endpoint) =>
  kind === 'command' && statementTimeoutMs > limits.statementTimeoutMs

function refuseBusy(error: unknown): never {
  if (error instanceof TooBusy) refuse('busy', undefined, 'Other imports are running right now. Try again in a moment.')
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
  let hasBegun = false
  const noted: Prepared = {
    endpoint,
    planOnce: implementation.planOnce,
    inOrder: implementation.inOrder,
    isShared: implementation.isShared,
    isPrepared: implementation.prepare !== undefined,
    run: (...given) => {
      hasBegun = true
      return prepared.run(...given)
    },
  }
  const answer = await runWithRetries()
  if (endpoint.kind === 'command') {
    services.outbox.poke()
    services.sequencer.poke(call.org_id)
    if (implementation.writesManyRows) await services.statistics.refresh(call.org_id)
    services.events.publish(call.org_id, endpoint.changes, endpoint.changesFor && call.user_id)
    if (implementation.needsMuchMemory) setImmediate(releaseAfterPeak)
  }
  return answer

  async function runWithRetries(): Promise<RoleAnswer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(services, noted, call, input)
      } catch (error) {
        const isAgain = error instanceof AccessChanged || isRetryable(error)
        if (isAgain && attempt < limits.commandRetries) continue
        const failure = refusalFromSql(error, implementation.unique)
        if (hasBegun) await recordFailure(services, implementation, call, input, failure)
        throw failure
      }
    }
  }
}

/** If this fails too, it is logged: the caller still gets the reason of the command's own failure. */
async function recordFailure(
  { db, outbox, log }: RunnerServices,
  { afterFailure }: Implementation,
  call: Call,
  input: unknown,
  failure: unknown,
): Promise<void> {
  if (!afterFailure) return
  const refusal = failure instanceof Refusal ? failure : new Refusal('internal')
  try {
    await db.transaction(scopeOf(call), (tx) => afterFailure(tx, call, input as never, refusal))
    outbox.poke()
  } catch (error) {
    log.warn({ err: error, request_id: call.request_id }, 'the failure of a command could not be recorded')
  }
}

type Prepared = Pick<Implementation, 'endpoint' | 'run' | 'planOnce' | 'inOrder' | 'isShared'> & {
  /** What it prepared (a sent email) is done: it waits while a copy of the command is being checked. */
  isPrepared?: boolean
}

/** If there is something to prepare: first a separate transaction with the checks, then the work that needs none. */
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

function runOnce(
  { db, sharedReads }: RunnerServices,
  prepared: Prepared,
  call: Call,
  input: unknown,
): Promise<RoleAnswer> {
  const { endpoint, run, planOnce, isShared, isPrepared = false } = prepared
  if (endpoint.kind === 'query') {
    const alone = (caller: Call) => readOnce(db, prepared, caller, input)
    return sharedReads && isShared ? sharedReads.run({ ...prepared, input, alone }, call) : alone(call)
  }
  const key = keyOf(endpoint, call, input)
  return db.transaction(
    scopeOf(call),
    async (tx) => {
      const { actor, replay } = await admit(tx, endpoint, call, key, { waits: isPrepared })
      if (replay) return { ...replay, ...accessOfAnswer(actor) }
      const answer = answerOf(endpoint, await run(tx, actor, input as never))
      if (key) storeResults(tx, call.org_id, [{ endpoint, call, key, answer }])
      return { ...answer, ...accessOfAnswer(actor) }
    },
    { statementTimeoutMs: endpoint.statementTimeoutMs, planOnce },
  )
}

function readOnce(
  db: Database,
  { endpoint, run, planOnce, inOrder }: Prepared,
  call: Call,
  input: unknown,
): Promise<RoleAnswer> {
  return db.transaction(
    scopeOf(call),
    async (tx) => {
      const read = (actor: Actor) => run(tx, actor, input as never)
      const { actor, output } = await admitAndRead(tx, endpoint, call, read)
      return { ...answerOf(endpoint, output), ...accessOfAnswer(actor) }
    },
    { readOnly: true, statementTimeoutMs: endpoint.statementTimeoutMs, planOnce, inOrder },
  )
}

function scopeOf({ org_id, user_id }: Call) {
  return { org_id, user_id }
}

/** The input parsed by the endpoint's schema. Refuses invalid_input with a message per field. */
export function parseInput<I extends z.ZodType>(endpoint: Endpoint<I>, raw: unknown): z.output<I> {
  const { data, fields } = checkInput(endpoint.input, raw)
  if (fields) throw new Refusal('invalid_input', Object.values(fields)[0], { fields })
  return data
}
