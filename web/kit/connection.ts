import { useSyncExternalStore } from 'react'

type Connection = 'up' | 'down'

let state: Connection = 'up'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const recoveries = new Set<() => void>()

/** Tells that a call found no server or no database. From now on `/ready` is asked every two seconds until it answers well. */
export function connectionLost(): void {
  if (state === 'down') return
  change('down')
  timer = setTimeout(ask, 1_000)
}

/** Runs `listener` each time the connection comes back. Answers how to stop. */
export function onRecovery(listener: () => void): () => void {
  recoveries.add(listener)
  return () => recoveries.delete(listener)
}

/** `down` while the server or its database cannot be reached. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state)
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  const ready = await fetch('/ready', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (!ready) {
    timer = setTimeout(ask, 2_000)
    return
  }
  change('up')
  for (const recovered of recoveries) recovered()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Connection): void {
  state = next
  for (const listener of listeners) listener()
}
