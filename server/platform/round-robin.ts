import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { bearerTokenOf } from './caller.ts'
import type { HttpServices } from './http-services.ts'
import { interceptRequests } from './intercept-requests.ts'

/** How many waiting requests start in one iteration of the event loop. One is slower for everyone. */
const perIteration = 4
/** A sender counts as active for this long after each request. */
const activeMs = 1_000

/**
 * While several organizations send requests, starts them alternately, and few in each iteration of the event loop.
 * Otherwise a request waits until all that arrived before it are read, checked and sent to the database, and so does
 * every response (docs/decisions/0125). Requests of a single organization start immediately.
 */
export function serveRoundRobin(http: FastifyInstance, services: Pick<HttpServices, 'rememberedClaims'>): void {
  const starts = createRoundRobin()
  interceptRequests(http, (request, _response, proceed) => starts.add(senderOf(request, services), proceed))
}

/** The organization of a caller who was verified before, else the address: what a request says isn't verified yet. */
function senderOf({ headers, socket }: IncomingMessage, services: Pick<HttpServices, 'rememberedClaims'>): string {
  const token = bearerTokenOf(headers)
  const claims = token === undefined ? undefined : services.rememberedClaims(token)
  return claims?.org_id ?? socket.remoteAddress ?? ''
}

/** Starts what each sender adds in its order, and what several senders add alternately. */
export function createRoundRobin(): { add(sender: string, start: () => void): void } {
  /** By sender; the one that was served longest ago is the first. */
  const waiting = new Map<string, (() => void)[]>()
  /** When each sender last added something, in this order. */
  const active = new Map<string, number>()
  let isScheduled = false

  const noteUse = (sender: string) => {
    const now = performance.now()
    active.delete(sender)
    active.set(sender, now)
    for (const [other, at] of active) {
      if (at > now - activeMs) break
      active.delete(other)
    }
  }

  const schedule = () => {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      for (let n = 0; n < perIteration; n++) startNext()
      schedule()
    })
  }

  const startNext = () => {
    const [next] = waiting
    if (!next) return
    const [sender, queue] = next
    waiting.delete(sender)
    const start = queue.shift()
    if (queue.length > 0) waiting.set(sender, queue)
    start?.()
  }

  return {
    add(sender, start) {
      noteUse(sender)
      if (active.size === 1 && waiting.size === 0) {
        start()
        return
      }
      const queue = waiting.get(sender)
      if (queue) queue.push(start)
      else waiting.set(sender, [start])
      schedule()
    },
  }
}
