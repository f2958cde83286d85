import { useState } from 'react'

/** Whether a list shows only what is selected: until it shows something else, or nothing is selected any more. */
export type OnlySelected = Readonly<{ isOn: boolean; toggle: () => void }>

/** Lets a person look at everything selected, whatever search and filters (`seenIn`) it was found with. */
export function useOnlySelected({ isNone }: Readonly<{ isNone: boolean }>, seenIn: string): OnlySelected {
  const [startedIn, setStartedIn] = useState<string | null>(null)
  const isOn = startedIn === seenIn
  // The next selection is shown with the list.
  if (startedIn !== null && (!isOn || isNone)) setStartedIn(null)
  return { isOn: isOn && !isNone, toggle: () => setStartedIn(isOn ? null : seenIn) }
}
