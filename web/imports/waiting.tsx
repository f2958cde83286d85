import { Loader } from '@mantine/core'
import classes from './imports.module.css'

/** The current operation, until it is over. */
export function Waiting({ text }: { text: string }) {
  return (
    <p className={classes['reading']} role="status">
      <Loader size={18} aria-hidden /> {text}
    </p>
  )
}
