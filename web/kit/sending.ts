import { useSyncExternalStore } from 'react'
import { createPressedControl } from './pressed-control.ts'
import { repeatUntilKnown } from './repeat-until-known.ts'

export type SendOptions = Readonly<{
  /** The screen itself shows progress (a form's button, a progress bar): the notice at the bottom stays away. */
  showsProgress?: boolean
  onStillTrying?: () => void
}>

/** The control that was pressed last on this page. */
export const pressedControl = createPressedControl()

/** Running commands that take longer than expected and that no control shows. */
let silent = 0
const listeners = new Set<() => void>()
const startListeners = new Set<() => void>()

/**
 * Sends one command until its outcome is known. In the meantime the pressed control is busy and ignores further
 * presses. After two seconds `onStillTrying` is called, or the notice at the bottom appears. Throws the last attempt's
 * error.
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

/** Calls `listener` each time a command is about to be sent. */
export function onSending(listener: () => void): void {
  startListeners.add(listener)
}

/** Whether a command has been running for two seconds and no control shows it. */
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
