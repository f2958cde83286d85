import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './profile.module.css'

type ProofFormProps = Readonly<{ text: string; others: ReactNode; onCancel: () => void; children: ReactNode }>

/** The content of the dialog that asks for a proof of identity: instructions, the form, and links to other ways. */
export function ProofForm({ text, others, onCancel, children }: ProofFormProps) {
  return (
    <div className={classes['dialog']}>
      <p>{text}</p>
      {children}
      <div className={classes['proofWays']}>
        {others}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
