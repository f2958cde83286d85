import { useSyncExternalStore } from 'react'

type Store<T> = Readonly<{
  get: () => T
  set: (next: T) => void
  /** The value for components, which re-render when it changes. */
  use: () => T
}>

/** One value outside of React. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function use(): T {
    return useSyncExternalStore(subscribe, get, get)
  }
  return {
    get,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    use,
  }
}
