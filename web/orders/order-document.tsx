import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDraft } from '../kit/use-draft.ts'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './order-document.module.css'

type OrderDocumentProps = Readonly<{
  /** Why the last thing that was tried with the order failed. */
  failure: string | null
  /** Why the reader can't change it, where it is not their role. */
  readOnly: string | null
  /** The notices above the lines, and the lines. */
  lines: ReactNode
  /** What happened to the order: payments, deliveries, steps, history. */
  aside: ReactNode
  /** Customer or supplier, addresses and notes. */
  children: ReactNode
}>

/**
 * An order as a document, to be read: its lines with what they have come to, beside them its money and what happened,
 * below them who it is for. On phones all of it in this order.
 */
export function OrderDocument({ failure, readOnly, lines, aside, children }: OrderDocumentProps) {
  return (
    <div className={classes['root']}>
      <div className={classes['lines']}>
        {failure && (
          <Alert role="alert" color="red" icon={<IconAlertCircle size={18} stroke={1.7} />}>
            {failure}
          </Alert>
        )}
        {readOnly !== null && <ReadOnlyNote>{readOnly}</ReadOnlyNote>}
        {lines}
      </div>
      <div className={classes['aside']}>{aside}</div>
      <div className={classes['rest']}>{children}</div>
    </div>
  )
}

/** Says on the document that its form holds changes which are not saved. */
export function UnsavedChanges({ draft, onEdit }: { draft: string; onEdit: () => void }) {
  const { found, keep, restoredAt, settle } = useDraft(draft)
  if (found === null || restoredAt === null) return null
  return (
    <div role="status" className={classes['unsaved']}>
      <IconHistory size={18} stroke={1.7} aria-hidden />
      <span>
        Your changes from <Moment at={restoredAt} /> are not saved yet.
      </span>
      <Button size="compact-md" variant="default" onClick={onEdit}>
        Continue editing
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        color="gray"
        onClick={() => {
          keep(null)
          settle()
        }}
      >
        Discard
      </Button>
    </div>
  )
}
