import type { Database } from './db.ts'
import { checkStreams, type OpenStream, type StreamAccess } from './open-streams.ts'

/** A stream to check. The result is undefined while the database is unavailable. */
export type CheckedStream = OpenStream &
  Readonly<{
    /** Called once per heartbeat. */
    beat(now: StreamAccess | undefined): void
    /** Called after `soon`. */
    changed(now: StreamAccess | undefined): void
  }>

export type StreamChecks = Readonly<{
  /** Checks the stream at every heartbeat; returns an unsubscribe function. */
  add(stream: CheckedStream): () => void
  /** Checks it now, if it is still registered. */
  soon(stream: CheckedStream): void
  close(): void
}>

const mostShares = 20

/**
 * Checks the open streams of a process, many with one statement, spread over the heartbeat: 500 streams opened at the
 * same moment, each with its own check, blocked others for a tenth of a second at every heartbeat
 * (bench/parts/live.ts).
 */
export function createStreamChecks(db: Database, heartbeatMs: number): StreamChecks {
  const shareCount = Math.min(mostShares, Math.max(1, Math.floor(heartbeatMs / 1_000)))
  const shares = Array.from({ length: shareCount }, () => new Set<CheckedStream>())
  const asked = new Set<CheckedStream>()
  let added = 0
  let share = 0

  function check(streams: readonly CheckedStream[], callback: 'beat' | 'changed'): void {
    if (streams.length === 0) return
    const tell = (found?: Awaited<ReturnType<typeof checkStreams>>) => {
      for (const stream of streams) {
        if (shares.some((share) => share.has(stream))) stream[callback](found?.get(stream.id))
      }
    }
    checkStreams(db, streams).then(tell, () => tell())
  }

  const heartbeat = setInterval(() => {
    share = (share + 1) % shareCount
    check([...(shares[share] ?? [])], 'beat')
  }, heartbeatMs / shareCount)

  return {
    add(stream) {
      added += 1
      const share = shares[added % shareCount]
      share?.add(stream)
      return () => void share?.delete(stream)
    },
    soon(stream) {
      asked.add(stream)
      if (asked.size > 1) return
      setImmediate(() => {
        check([...asked], 'changed')
        asked.clear()
      })
    },
    close: () => clearInterval(heartbeat),
  }
}
