import type { Connection } from './connection.ts'
import type { StreamResult } from './plan.ts'

/** Connections and what each sends next. */
export type Lanes<Request> = {
  name: string
  connections: Connection<Request>[]
  next: (connection: number) => Request
}

/** Records the responses. */
function recorder(name: string) {
  const at: number[] = []
  const milliseconds: number[] = []
  const refusedAt: number[] = []
  const refused: Record<string, number> = {}
  let firstRefusal: string | null = null
  const begin = performance.now()
  let last = begin
  return {
    begin,
    note(sent: number, status: number, text: string) {
      last = performance.now()
      if (status >= 200 && status < 300) {
        at.push(sent - begin)
        milliseconds.push(last - sent)
        return
      }
      refused[status] = (refused[status] ?? 0) + 1
      refusedAt.push(sent - begin)
      firstRefusal ??= `${status}: ${text.slice(0, 500)}`
    },
    result: (): StreamResult => ({
      name,
      at: Float64Array.from(at),
      milliseconds: Float64Array.from(milliseconds),
      refused,
      refusedAt: Float64Array.from(refusedAt),
      firstRefusal,
      seconds: (last - begin) / 1_000,
    }),
  }
}

/**
 * Each connection sends its next request as soon as it gets a response. Ends with the last response to a request that
 * was sent in time.
 */
export function closedLoop<Request>(
  { name, connections, next }: Lanes<Request>,
  seconds: number,
): Promise<StreamResult> {
  const record = recorder(name)
  const until = record.begin + seconds * 1_000
  const lane = (connection: Connection<Request>, place: number) =>
    new Promise<void>((resolve) => {
      const ask = () => {
        const sent = performance.now()
        if (sent >= until) return resolve()
        connection.ask(next(place), (status, text) => {
          record.note(sent, status, text)
          if (status === 0) resolve()
          else ask()
        })
      }
      ask()
    })
  return Promise.all(connections.map(lane)).then(() => record.result())
}

/**
 * Sends this many requests a second regardless of the responses, and times each from when it was due. So a stalled
 * server counts, and so does a request that waits here because no connection is free.
 */
export function openLoop<Request>(
  { name, connections, next }: Lanes<Request>,
  perSecond: number,
  seconds: number,
): Promise<StreamResult> {
  const record = recorder(name)
  const total = Math.floor(perSecond * seconds)
  const free = connections.map((_, place) => place)
  let sent = 0
  let answered = 0
  return new Promise((resolve) => {
    const sendDue = () => {
      const now = performance.now()
      while (sent < total && free.length > 0) {
        const due = record.begin + (sent * 1_000) / perSecond
        if (due > now) break
        sent++
        const place = free.pop() ?? 0
        connections[place]?.ask(next(place), (status, text) => {
          record.note(due, status, text)
          free.push(place)
          answered++
          if (answered === total) {
            clearInterval(timer)
            resolve(record.result())
          } else sendDue()
        })
      }
    }
    const timer = setInterval(sendDue, 1)
  })
}
