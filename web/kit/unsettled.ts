/** A command whose outcome is unknown. */
export type Unsettled = Readonly<{ key: string; text: string; at: number }>

/** The commands of one tab with an unknown outcome, by where an action is found again. */
export type UnsettledCommands = Readonly<{
  get: (place: string) => Unsettled | undefined
  set: (place: string, command: Unsettled) => void
  delete: (place: string) => void
}>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Stored = readonly (readonly [place: string, key: string, at: number])[]

const name = 'onhand-unsettled'

/**
 * Remembers them in this tab's storage: people reload a page that doesn't answer, and would then send the same again.
 * What was typed isn't stored, only a hash of where it is found again.
 */
export function unsettledIn(store: Store): UnsettledCommands {
  const known = new Map(readStored(store).map(([place, key, at]) => [place, { key, text: '', at }]))
  const write = () => {
    const stored: Stored = [...known].map(([place, { key, at }]) => [place, key, at])
    try {
      if (stored.length > 0) store.setItem(name, JSON.stringify(stored))
      else store.removeItem(name)
    } catch {
      // Without space they are remembered until the page is reloaded.
      store.removeItem(name)
    }
  }
  return {
    get: (place) => known.get(hashOf(place)),
    set: (place, command) => {
      known.set(hashOf(place), command)
      write()
    },
    delete: (place) => {
      if (known.delete(hashOf(place))) write()
    },
  }
}

function readStored(store: Store): Stored {
  try {
    const stored: unknown = JSON.parse(store.getItem(name) ?? '[]')
    return Array.isArray(stored) ? (stored as Stored) : []
  } catch {
    return []
  }
}

/** 64 bits in two halves. Browsers have no SHA-256 over plain HTTP. */
function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193)
    other = Math.imul((other << 5) ^ (other >>> 27) ^ text.charCodeAt(index), 0x85ebca6b)
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`
}
