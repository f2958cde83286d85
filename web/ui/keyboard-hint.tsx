import { Kbd } from '@mantine/core'
import classes from './keyboard-hint.module.css'

/** The shortcut of the control beside it. Visual only: the control itself has it in `aria-keyshortcuts`. */
export function KeyboardHint({ keys }: { keys: string }) {
  return (
    <Kbd className={classes['root']} aria-hidden>
      {keys}
    </Kbd>
  )
}
