import { useEffect } from 'react'
import type { Noun } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { authorizedFetch } from './call.ts'
import { onRecovery } from './connection.ts'
import { everythingChanged, refetchMembership, nounsChanged } from './query-client.ts'
import { eventReader } from './server-sent-events.ts'

const firstDelayMs = 1_000
const longestDelayMs = 30_000
/**
 * The server sends heartbeats more often than this; silence means that the connection is dead although nothing closed
 * it.
 */
const silenceMs = 60_000

/** Keeps this browser's data live while mounted: listens to the server's events and refetches what they name. */
export function useLiveUpdates(): void {
  useEffect(() => {
    const stop = new AbortController()
    const forget = onRecovery(everythingChanged)
    void listen(stop.signal)
    return () => {
      stop.abort()
      forget()
    }
  }, [])
}

async function listen(signal: AbortSignal): Promise<void> {
  let delayMs = firstDelayMs
  // What changes before the first attempt is read with everything else; later changes may have been missed.
  let isFirstAttempt = true
  while (!signal.aborted) {
    try {
      await oneConnection(signal, () => {
        delayMs = firstDelayMs
        if (!isFirstAttempt) everythingChanged()
      })
    } catch (error) {
      // If the stream ends, for any reason, a new connection is opened; failing calls report that the server is
      // unreachable.
      if (error instanceof ApiError && error.code === 'not_found') refetchMembership()
    }
    if (signal.aborted) return
    isFirstAttempt = false
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.75 + Math.random() / 2)))
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  }
}

async function oneConnection(signal: AbortSignal, connected: () => void): Promise<void> {
  const silent = new AbortController()
  const either = AbortSignal.any([signal, silent.signal])
  const response = await authorizedFetch('/api/v1/events', { headers: { Accept: 'text/event-stream' }, signal: either })
  if (!response.body) throw new Error('The stream of events has no body')
  connected()
  const read = eventReader((event, data) => {
    if (event === 'changed') nounsChanged((JSON.parse(data) as { nouns: Noun[] }).nouns)
  })
  const decoder = new TextDecoder()
  let watchdog = setTimeout(() => silent.abort(), silenceMs)
  try {
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
