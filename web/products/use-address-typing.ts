import { useEffect, useRef } from 'react'

const typingPauseMs = 1_000

/** Calls `onPause` a second after the last key, or when the field is left before that. */
export function useAddressTyping(onPause: () => void) {
  const timer = useRef<number | null>(null)
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  useEffect(() => stop, [])

  const pause = () => {
    stop()
    onPause()
  }
  return {
    stop,
    typed: () => {
      stop()
      timer.current = window.setTimeout(pause, typingPauseMs)
    },
    left: () => {
      if (timer.current !== null) pause()
    },
  }
}
