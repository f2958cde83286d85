import { useSyncExternalStore } from 'react'

/**
 * `offline`: the browser has no network, and the server can't be reached. `down`: the server or its database can't be.
 */
type Connection = 'up' | 'down' | 'offline'

let state: Connection = 'up'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const recoveries = new Set<() => void>()

/**
 * Tells that a call found no server or no database. From now on `/ready` is asked every two seconds until it answers
 * well.
 */
export function connectionLost(): void {
  if (state !== 'up') return
  change(navigator.onLine === false ? 'offline' : 'down')
  timer = setTimeout(ask, 1_000)
}

/** Runs `listener` each time the connection comes back. Answers how to stop. */
export function onRecovery(listener: () => void): () => void {
  recoveries.add(listener)
  return () => recoveries.delete(listener)
}

/** The state right now, for what is no component. */
export function connectionState(): Connection {
  return state
}

/** Anything but `up` while the server or its database can't be reached. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionState)
}

/** Tests the connection when the app starts, before any screen asks for anything. */
export async function testConnection(): Promise<void> {
  if (!(await isReady())) connectionLost()
}

/**
 * Notices at once when the browser loses its network or has it back. A server on this very machine may answer without
 * any network.
 */
export function watchNetwork(): void {
  globalThis.addEventListener('offline', () => void (state === 'up' ? testConnection() : change('offline')))
  globalThis.addEventListener('online', () => {
    if (state === 'offline') change('down')
    void askNow()
  })
}

/** Asks at once instead of at the next turn. */
export async function askNow(): Promise<void> {
  if (state !== 'up') await ask()
}

async function ask(): Promise<void> {
  clearTimeout(timer)
  if (!(await isReady())) {
    // Two askers at once (the clock and a person) leave one clock.
    clearTimeout(timer)
    timer = setTimeout(ask, 2_000)
    return
  }
  if (state === 'up') return
  change('up')
  for (const recovered of recoveries) recovered()
}

function isReady(): Promise<boolean> {
  return fetch('/ready', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Connection): void {
  state = next
  for (const listener of listeners) listener()
}
