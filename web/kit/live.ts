import { useEffect } from 'react'
import type { Noun } from '../../contract/endpoint.ts'
import { anySignal } from './any-signal.ts'
import { ApiError } from './api-error.ts'
import { authorizedFetch } from './call.ts'
import { onRecovery } from './connection.ts'
import { refetchAll, refetchMembership, refetchNouns } from './refetch.ts'
import { eventReader } from './server-sent-events.ts'

const firstDelayMs = 1_000
const longestDelayMs = 30_000
/**
 * The server sends heartbeats more often than this; silence means that the connection is dead although nothing closed
 * it.
 */
const silenceMs = 60_000
/**
 * A tab in the background ends its stream after this, and reads everything again when it is shown. Over HTTP/1.1 a
 * browser has six connections to a server for all of its tabs: with six streams open, nothing else could be sent.
 */
const hiddenMs = 10_000
/** A first connection takes less than this unless something is busy; after that, reads may be older than changes. */
const lateMs = 2_000

/** Keeps this browser's data live while mounted: listens to the server's events and refetches what they name. */
export function useLiveUpdates(): void {
  useEffect(() => {
    const stop = new AbortController()
    const forget = onRecovery(refetchAll)
    void listen(stop.signal)
    return () => {
      stop.abort()
      forget()
    }
  }, [])
}

async function listen(signal: AbortSignal): Promise<void> {
  let delayMs = firstDelayMs
  // What changes before a prompt first connection is read with everything else; later changes may have been missed.
  const since = performance.now()
  let isFirstAttempt = true
  while (!signal.aborted) {
    if (document.hidden) {
      await shown(signal)
      isFirstAttempt = false
    }
    const hidden = whenHidden()
    try {
      await oneConnection(anySignal([signal, hidden.signal]), () => {
        delayMs = firstDelayMs
        if (!isFirstAttempt || performance.now() - since > lateMs) refetchAll()
      })
    } catch (error) {
      // If the stream ends, for any reason, a new connection is opened; failing calls report that the server is
      // unreachable.
      if (error instanceof ApiError && error.code === 'not_found') refetchMembership()
    } finally {
      hidden.forget()
    }
    if (signal.aborted) return
    isFirstAttempt = false
    // Shown again, it is up to date at once.
    if (hidden.signal.aborted) continue
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.75 + Math.random() / 2)))
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  }
}

/** Resolves when the page is visible, or listening ends. */
function shown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
  })
}

/** Aborts its signal once the page has been hidden for a while. */
function whenHidden(): Readonly<{ signal: AbortSignal; forget: () => void }> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => controller.abort(), hiddenMs)
  }
  document.addEventListener('visibilitychange', look)
  return {
    signal: controller.signal,
    forget() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

async function oneConnection(signal: AbortSignal, connected: () => void): Promise<void> {
  const silent = new AbortController()
  const either = anySignal([signal, silent.signal])
  const read = eventReader((event, data) => {
    if (event === 'changed') refetchNouns((JSON.parse(data) as { nouns: Noun[] }).nouns)
  })
  const decoder = new TextDecoder()
  let watchdog = setTimeout(() => silent.abort(), silenceMs)
  try {
    const headers = { Accept: 'text/event-stream' }
    const response = await authorizedFetch('/api/v1/events', { headers, signal: either })
    if (!response.body) throw new Error('The stream of events has no body')
    connected()
    const chunks = response.body.getReader()
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => silent.abort(), silenceMs)
      read(decoder.decode(chunk.value, { stream: true }))
    }
  } finally {
    clearTimeout(watchdog)
  }
}
