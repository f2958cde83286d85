import { useState } from 'react'
import { browserStorage } from '../kit/browser-storage.ts'

const key = 'onhand-blind-count'

/** Whether expected quantities are hidden until a count is saved, as last chosen in this browser. */
export function useBlindCount(): readonly [isBlind: boolean, set: (isBlind: boolean) => void] {
  const [isBlind, setBlind] = useState(() => browserStorage().getItem(key) === 'true')
  const set = (next: boolean) => {
    browserStorage().setItem(key, String(next))
    setBlind(next)
  }
  return [isBlind, set]
}
