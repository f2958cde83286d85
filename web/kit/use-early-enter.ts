import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createKeyBuffer } from './key-buffer.ts'

type EarlyEnterOptions = Readonly<{
  /** The text in the field; null or empty while nothing is typed. */
  typed: string | null
  /** Whether `options` belong to the typed text. */
  isFresh: boolean
  options: readonly Readonly<{ value: string; disabled?: boolean }>[]
  choose: (value: string) => void
}>

/**
 * Enter before the options of the typed text have arrived, as scanners send it: the first option is chosen once they
 * have, and keys pressed in the meantime go to where the choice leads.
 */
export function useEarlyEnter({ typed, isFresh, options, choose }: EarlyEnterOptions) {
  const isWaiting = useRef(false)
  const [keys] = useState(createKeyBuffer)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isWaiting.current || !typed || !isFresh) return
    isWaiting.current = false
    const [first] = options
    if (first && !first.disabled) choose(first.value)
    // The next scan replaces a code without a match.
    else if (!first) field.current?.select()
    void keys.replay()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `choose` is a new function in every render
  }, [typed, isFresh, options])
  return {
    /** Whether the key is kept for later, and so does nothing in the field. */
    take: (event: KeyboardEvent<HTMLInputElement>): boolean => {
      field.current = event.currentTarget
      if (event.key === 'Enter' && isFresh && options.length === 0) event.currentTarget.select()
      const isEarly = event.key === 'Enter' && Boolean(typed) && !isFresh
      if (!(isWaiting.current && keys.take(event)) && !isEarly) return false
      event.preventDefault()
      isWaiting.current = true
      return true
    },
    /** The person does something else. */
    stop: () => {
      if (isWaiting.current) keys.clear()
      isWaiting.current = false
    },
  }
}
