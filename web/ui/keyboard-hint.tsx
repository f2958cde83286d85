import { Kbd } from '@mantine/core'
import classes from './keyboard-hint.module.css'

/**
 * A key that does what stands beside it. For eyes only: the control itself says the shortcut in `aria-keyshortcuts`.
 */
export function KeyboardHint({ keys }: { keys: string }) {
  return (
    <Kbd className={classes['root']} aria-hidden>
      {keys}
    </Kbd>
  )
}
