/** A signal that ends with the first of these. `AbortSignal.any` came to Safari in 17.4. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const ended = signals.find(({ aborted }) => aborted)
  if (ended) return AbortSignal.abort(ended.reason)
  const either = new AbortController()
  for (const signal of signals) {
    // A signal that outlives the others doesn't keep the listener.
    signal.addEventListener('abort', () => either.abort(signal.reason), { signal: either.signal })
  }
  return either.signal
}
