import { createStore } from './store.ts'

/** `offline`: the browser has no network, and the server is unreachable. `down`: the server or its database is. */
type Connection = 'up' | 'down' | 'offline'

const state = createStore<Connection>('up')
let timer: ReturnType<typeof setTimeout> | undefined
const recoveries = new Set<() => void>()

/**
 * Reports that a call couldn't reach the server or database. From now on `/ready` is polled every two seconds until it
 * succeeds.
 */
export function connectionLost(): void {
  if (state.get() !== 'up') return
  state.set(navigator.onLine === false ? 'offline' : 'down')
  timer = setTimeout(ask, 1_000)
}

/** Calls `listener` each time the connection is restored. Returns an unsubscribe function. */
export function onRecovery(listener: () => void): () => void {
  recoveries.add(listener)
  return () => recoveries.delete(listener)
}

/** The current state, for code outside of components. */
export function connectionState(): Connection {
  return state.get()
}

/** Anything but `up` while the server or its database is unreachable. */
export function useConnection(): Connection {
  return state.use()
}

/** Tests the connection when the app starts, before any screen loads data. */
export async function testConnection(): Promise<void> {
  if (!(await isReady())) connectionLost()
}

/**
 * Reacts immediately when the browser loses or regains its network. A server on this machine may respond without a
 * network.
 */
export function watchNetwork(): void {
  globalThis.addEventListener('offline', () => void (state.get() === 'up' ? testConnection() : state.set('offline')))
  globalThis.addEventListener('online', () => {
    if (state.get() === 'offline') state.set('down')
    void askNow()
  })
}

/** Checks immediately instead of at the next interval. */
export async function askNow(): Promise<void> {
  if (state.get() !== 'up') await ask()
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  if (!(await isReady())) {
    // Two simultaneous checks (the timer and a person) leave one timer.
    clearTimeout(timer)
    timer = setTimeout(ask, 2_000)
    return
  }
  if (state.get() === 'up') return
  state.set('up')
  for (const recovered of recoveries) recovered()
}

/** A network that drops everything silently counts as down after 5 seconds. */
function isReady(): Promise<boolean> {
  return fetch('/ready', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  )
}
