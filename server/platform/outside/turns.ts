/** Takes turns: so many at once per key, and so many in all; who waits too long is turned away. */
export type Turns = Readonly<{ take(key: string): Promise<() => void> }>

type Waiting = { key: string; begin: () => void }

/** `take` answers how to give the turn back. Rejects with `TooBusy` when there was none within `waitMs`. */
export function createTurns({ perKey, inAll, waitMs }: { perKey: number; inAll: number; waitMs: number }): Turns {
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
      if (!free(key)) await ofTheQueue(waiting, key, waitMs, () => begin(key))
      else begin(key)
      return once(key)
    },
  }
}

function ofTheQueue(waiting: Waiting[], key: string, waitMs: number, begin: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry: Waiting = {
      key,
      begin: () => {
        clearTimeout(tooLong)
        begin()
        resolve()
      },
    }
    const tooLong = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1)
      reject(new TooBusy())
    }, waitMs)
    waiting.push(entry)
  })
}

export class TooBusy extends Error {}
