import { admitAndRead, admitManyAndRun, sessionName } from './admission.ts'
import { answerOf } from './answer-writer.ts'
import { accessOfAnswer, type Answer, type Call, type RoleAnswer } from './call.ts'
import type { Database, Tx } from './db.ts'
import type { Implementation } from './endpoint.ts'
import { Refusal } from './refusal.ts'

/**
 * Makes a read once for all requests that wait for it: after a change, every open browser of an organization requests
 * the same lists at the same moment (docs/decisions/0870). Nothing is cached: a request shares a read that begins after
 * it arrived, never one that is already running.
 */
export type SharedReads = Readonly<{
  /** Returns the read's response with this caller's role, or their refusal. */
  run(read: SharedRead, call: Call): Promise<RoleAnswer>
  /** Requests, and the reads that were made for them. */
  counts(): Readonly<{ requests: number; reads: number }>
}>

/** `alone` makes the read for one caller, without sharing. */
export type SharedRead = Pick<Implementation, 'endpoint' | 'run' | 'planOnce' | 'inOrder'> &
  Readonly<{ input: unknown; alone(call: Call): Promise<RoleAnswer> }>

type Waiting = {
  call: Call
  resolve: (answer: RoleAnswer | Promise<RoleAnswer>) => void
  reject: (error: unknown) => void
}
/** The requests whose read hasn't begun, and when the running one began; undefined while none is running. */
type Queue = { waiting: Waiting[]; begunAt: number | undefined }

/** A read that takes longer isn't waited for: requests that arrive then run by themselves. */
const longestReadMs = 500

/** `longestMs` is how long a running read is waited for; only tests pass another. */
export function createSharedReads(db: Database, longestMs = longestReadMs): SharedReads {
  const queues = new Map<string, Queue>()
  const counts = { requests: 0, reads: 0 }

  async function readAll(read: SharedRead, name: string, queue: Queue): Promise<void> {
    while (queue.waiting.length > 0) {
      queue.begunAt = undefined
      await readOnce(read, queue)
    }
    queues.delete(name)
  }

  /** Everyone who waits when the transaction begins gets its response. */
  async function readOnce(read: SharedRead, queue: Queue): Promise<void> {
    const { endpoint, planOnce, inOrder } = read
    const options = { readOnly: true, statementTimeoutMs: endpoint.statementTimeoutMs, planOnce, inOrder }
    const org_id = queue.waiting[0]?.call.org_id ?? ''
    let begun: Waiting[] | undefined
    try {
      const answers = await db.transaction(
        { org_id, user_id: null },
        (tx) => {
          counts.reads += 1
          queue.begunAt = performance.now()
          begun = queue.waiting.splice(0)
          return answersFor(tx, read, begun)
        },
        options,
      )
      for (const [i, { call, resolve, reject }] of (begun ?? []).entries()) {
        const answer = answers[i]
        if (answer instanceof Refusal) reject(answer)
        else resolve(answer ?? read.alone(call))
      }
    } catch (error) {
      for (const { reject } of begun ?? queue.waiting.splice(0)) reject(error)
    }
  }

  return {
    run(read, call) {
      const name = `${read.endpoint.name} ${call.org_id} ${JSON.stringify(read.input)}`
      const queue = queues.get(name)
      if (queue?.begunAt !== undefined && performance.now() - queue.begunAt > longestMs) return read.alone(call)
      counts.requests += 1
      return new Promise((resolve, reject) => {
        const member = { call, resolve, reject }
        if (queue) {
          queue.waiting.push(member)
          return
        }
        const begun = { waiting: [member], begunAt: undefined }
        queues.set(name, begun)
        // Its errors are those of the requests.
        readAll(read, name, begun).catch(reject)
      })
    },
    counts: () => ({ ...counts }),
  }
}

/** The response of each, their refusal, or undefined for a member limited to locations, who sees other figures. */
async function answersFor(
  tx: Tx,
  { endpoint, run, input }: SharedRead,
  members: readonly Waiting[],
): Promise<readonly (RoleAnswer | Refusal | undefined)[]> {
  const [first, ...others] = members
  if (!first) return []
  const { call } = first
  if (others.every((other) => sessionName(other.call) === sessionName(call))) {
    const { actor, output } = await admitAndRead(tx, endpoint, call, (reader) => run(tx, reader, input as never))
    const answer = { ...answerOf(endpoint, output), ...accessOfAnswer(actor) }
    return members.map(() => answer)
  }
  const candidates = members.map((member) => ({ endpoint, call: member.call, key: undefined }))
  const reader = { org_id: call.org_id, location_ids: null } as never
  return admitManyAndRun(
    tx,
    call.org_id,
    candidates,
    async (admitted) => {
      const isWhole = admitted.map((one) => !(one instanceof Refusal) && one.actor.location_ids === null)
      const answer: Answer | undefined = isWhole.includes(true)
        ? answerOf(endpoint, await run(tx, reader, input as never))
        : undefined
      return admitted.map((one, i) => {
        if (one instanceof Refusal) return one
        return answer && isWhole[i] ? { ...answer, ...accessOfAnswer(one.actor) } : undefined
      })
    },
    true,
  )
}
