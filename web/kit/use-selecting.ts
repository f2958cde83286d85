import { useState } from 'react'
import type { Selection } from './use-selection.ts'

/** Whether cards have checkboxes: after Select was pressed, and while some of the rows are selected. */
export type Selecting = Readonly<{ isOn: boolean; start: () => void; end: () => void }>

/** Lets a person select rows of a list that has no column of checkboxes; ending it selects nothing. */
export function useSelecting<Row>({ isNone, clear }: Selection<Row>, isOffered: boolean): Selecting {
  const [isStarted, setStarted] = useState(false)
  return {
    isOn: isOffered && (isStarted || !isNone),
    start: () => setStarted(true),
    end: () => {
      setStarted(false)
      clear()
    },
  }
}
