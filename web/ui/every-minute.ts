/** Calls a listener every minute, for what is shown relative to now. Returns the function that ends it. */
export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}
