/** Takes turns: so many at once per key, and so many in all; who waits too long, or comes when too many wait, is turned away. */
export type Turns = Readonly<{
  /** Answers how to give the turn back. Rejects with `TooBusy` when there was none in time. */
  take(key: string): Promise<() => void>
}>

/** What is left out is without a bound. */
export type TurnLimits = Readonly<{ perKey?: number; inAll?: number; waitMs?: number; waitingMax?: number }>

type Waiting = { key: string; begin: () => void }

export function createTurns(limits: TurnLimits): Turns {
  const { perKey = Infinity, inAll = Infinity, waitMs, waitingMax = Infinity } = limits
  const taken = new Map<string, number>()
  const waiting: Waiting[] = []
  let all = 0

  const free = (key: string) => all < inAll && (taken.get(key) ?? 0) < perKey
  const begin = (key: string) => {
    all++
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  const giveBack = (key: string) => {
    all--
    const left = (taken.get(key) ?? 1) - 1
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
    const next = waiting.findIndex((one) => free(one.key))
    if (next !== -1) waiting.splice(next, 1)[0]?.begin()
  }
  const once = (key: string) => {
    let given = false
    return () => {
      if (!given) giveBack(key)
      given = true
    }
  }

  return {
    async take(key) {
      if (free(key)) begin(key)
      else if (waiting.length >= waitingMax) throw new TooBusy()
      else await ofTheQueue(waiting, key, waitMs, () => begin(key))
      return once(key)
    },
  }
}

function ofTheQueue(waiting: Waiting[], key: string, waitMs: number | undefined, begin: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry: Waiting = {
      key,
      begin: () => {
        clearTimeout(tooLong)
        begin()
        resolve()
      },
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(entry), 1)
      reject(new TooBusy())
    }
    const tooLong = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
    waiting.push(entry)
  })
}

export class TooBusy extends Error {}
