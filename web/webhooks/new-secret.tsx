import { Button } from '@mantine/core'
import { CopyField } from '../kit/copy-field.tsx'
import { ShownOnce } from '../kit/dialog.tsx'
import classes from './webhooks.module.css'

/** A secret that is shown once. */
export function NewSecret({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  return (
    <div className={classes['done']}>
      <ShownOnce />
      <p>Copy the signing secret now. You won’t see it again.</p>
      <CopyField label={name} value={secret} description="Your program verifies each request with it." />
      <div className={classes['buttons']}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
