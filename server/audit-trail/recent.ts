/** Cached results by name. */
export type Recent<T> = Readonly<{ get(name: string): T | undefined; set(name: string, found: T): void }>

/** Caches a limited number of results, each for a limited time; the oldest is removed first. */
export function createRecent<T>(most: number, milliseconds: number): Recent<T> {
  const found = new Map<string, { value: T; until: number }>()
  return {
    get(name) {
      const one = found.get(name)
      return one && one.until > performance.now() ? one.value : undefined
    },
    set(name, value) {
      found.delete(name)
      const [oldest] = found.keys()
      if (found.size >= most && oldest !== undefined) found.delete(oldest)
      found.set(name, { value, until: performance.now() + milliseconds })
    },
  }
}
