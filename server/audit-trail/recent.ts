/** What was found lately, by name. */
export type Recent<T> = Readonly<{ get(name: string): T | undefined; set(name: string, found: T): void }>

/** Remembers at most so many things, each for so long; the oldest makes room for the next. */
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
