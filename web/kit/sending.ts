import { useSyncExternalStore } from 'react'
import { createPressedControl } from './pressed-control.ts'
import { repeatUntilKnown } from './repeat-until-known.ts'

export type SendOptions = Readonly<{
  /** The screen itself says that it goes on (a form's button, a progress bar): the notice at the bottom stays away. */
  showsProgress?: boolean
  onStillTrying?: () => void
}>

/** The control that was pressed last, on the page this runs in. */
export const pressedControl = createPressedControl()

/** The commands under way that took longer than expected and that no control speaks for. */
let silent = 0
const listeners = new Set<() => void>()
const startListeners = new Set<() => void>()

/**
 * Sends one command until its outcome is known. Meanwhile the control that was pressed is busy and takes no second
 * press. After two seconds `onStillTrying` is called, or the notice at the bottom says it. Throws what the last attempt
 * threw.
 */
export async function sendCommand<T>(
  attempt: () => Promise<T>,
  { showsProgress = false, onStillTrying }: SendOptions = {},
): Promise<T> {
  for (const started of startListeners) started()
  const release = pressedControl.hold()
  let isCounted = false
  try {
    return await repeatUntilKnown(attempt, () => {
      onStillTrying?.()
      if (showsProgress) return
      isCounted = true
      count(1)
    })
  } finally {
    if (isCounted) count(-1)
    release()
  }
}

/** Runs `listener` each time a command is about to be sent. */
export function onSending(listener: () => void): void {
  startListeners.add(listener)
}

/** Whether a command has been under way for two seconds and no control says so. */
export function useStillTrying(): boolean {
  return useSyncExternalStore(subscribe, isStillTrying, isStillTrying)
}

const isStillTrying = () => silent > 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function count(change: 1 | -1): void {
  silent += change
  for (const listener of listeners) listener()
}
