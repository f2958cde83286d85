import { Button } from '@mantine/core'
import { CopyField } from '../kit/copy-field.tsx'
import { ShownOnce } from '../kit/dialog.tsx'
import classes from './api-keys.module.css'

/** The key itself, shown only once. */
export function MadeKey({ name, value, onDone }: Readonly<{ name: string; value: string; onDone: () => void }>) {
  return (
    <div className={classes['done']}>
      <ShownOnce />
      <p>Copy the key now. You won’t see it again.</p>
      <CopyField label={name} value={value} description="Send it as a bearer token: Authorization: Bearer …" />
      <div className={classes['buttons']}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
