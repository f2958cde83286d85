import { useState } from 'react'
import { useEndedByBack } from './back-closes.ts'
import type { Selection } from './use-selection.ts'

/** Whether cards have checkboxes: after Select was pressed, and while some of the rows are selected. */
export type Selecting = Readonly<{ isOn: boolean; start: () => void; end: () => void }>

/** Lets a person select rows of a list that has no column of checkboxes; ending it selects nothing. */
export function useSelecting<Row>({ isNone, clear }: Selection<Row>, isOffered: boolean): Selecting {
  const [isStarted, setStarted] = useState(false)
  const isOn = isOffered && (isStarted || !isNone)
  const end = () => {
    setStarted(false)
    clear()
  }
  useEndedByBack(isOn, end)
  return { isOn, start: () => setStarted(true), end }
}
