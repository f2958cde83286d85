import { createPressedControl } from './pressed-control.ts'
import { repeatUntilKnown } from './repeat-until-known.ts'
import { returnFocus } from './return-focus.ts'
import { createStore } from './store.ts'

export type SendOptions = Readonly<{
  /** The screen itself shows progress (a form's button, a progress bar): the notice at the bottom stays away. */
  showsProgress?: boolean
  onStillTrying?: () => void
}>

/** The control that was pressed last on this page. */
export const pressedControl = createPressedControl()

let running = 0
/** Running commands that take longer than expected and that no control shows. */
const silent = createStore(0)
const startListeners = new Set<() => void>()

/**
 * Sends one command until its outcome is known. In the meantime the pressed control is busy and ignores further
 * presses; afterwards it has the focus again. After two seconds `onStillTrying` is called, or the notice at the bottom
 * appears. Throws the last attempt's error.
 */
export async function sendCommand<T>(
  attempt: () => Promise<T>,
  { showsProgress = false, onStillTrying }: SendOptions = {},
): Promise<T> {
  for (const started of startListeners) started()
  const control = pressedControl.current()
  const release = pressedControl.hold()
  running += 1
  let isCounted = false
  try {
    return await repeatUntilKnown(attempt, () => {
      onStillTrying?.()
      if (showsProgress) return
      isCounted = true
      count(1)
    })
  } finally {
    running -= 1
    if (isCounted) count(-1)
    release()
    returnFocus(control)
  }
}

/** Calls `listener` each time a command is about to be sent. */
export function onSending(listener: () => void): void {
  startListeners.add(listener)
}

/** Whether the outcome of a command is still unknown. */
export function isSending(): boolean {
  return running > 0
}

/** Whether a command has been running for two seconds and no control shows it. */
export function useStillTrying(): boolean {
  return silent.use() > 0
}

function count(change: 1 | -1): void {
  silent.set(silent.get() + change)
}
