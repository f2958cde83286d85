import { useCallback, useMemo, useState } from 'react'
import { type Past, pastOf } from './as-of-text.ts'
import { useUrlState } from './url-state.ts'
import { useTimeZone } from './use-today.ts'

export type AsOf = Readonly<{
  /** The past moment that the screen shows; null for now. */
  past: Past | null
  /** Shows another moment, or uses the other clock. */
  look: (past: Past) => void
  back: () => void
  /** The organization's time zone, which defines its days; UTC until it is known. */
  time_zone: string
  /**
   * Whether the picker is open: the chip moves into the notice with the first choice, and stays open for the next one.
   */
  choosing: boolean
  setChoosing: (choosing: boolean) => void
}>

/** The moment that a screen shows: `?as_of=2026-06-30&by=recorded` in its address, nothing for now. */
export function useAsOf(): AsOf {
  const [{ as_of, by }, set] = useUrlState({ as_of: '', by: 'happened' })
  const time_zone = useTimeZone()
  const past = useMemo(() => pastOf({ as_of, by }), [as_of, by])
  const look = useCallback((next: Past) => set(next), [set])
  const back = useCallback(() => set({ as_of: '', by: 'happened' }), [set])
  const [choosing, setChoosing] = useState(false)
  return { past, look, back, time_zone, choosing, setChoosing }
}
