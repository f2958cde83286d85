import { IconLock } from '@tabler/icons-react'
import classes from './read-only-note.module.css'

/** Why the following content is read-only, in a sentence. */
export function ReadOnlyNote({ children }: { children: string }) {
  return (
    <p className={classes['root']} role="note">
      <IconLock size={16} stroke={1.7} aria-hidden />
      {children}
    </p>
  )
}
