import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDraft } from '../kit/use-draft.ts'
import { ReadOnlyNote } from '../kit/read-only-note.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './order-document.module.css'

type OrderDocumentProps = Readonly<{
  /** Why the last action on the order failed. */
  failure: string | null
  /** Why the reader can't change it, if it isn't their role. */
  readOnly: string | null
  /** The notices above the lines, and the lines. */
  lines: ReactNode
  /** The order's events: payments, deliveries, steps, history. */
  aside: ReactNode
  /** Customer or supplier, addresses and notes. */
  children: ReactNode
}>

/**
 * An order as a read-only document: its lines with their progress, beside them its money and events, below them the
 * contact. On phones all of it in this order.
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

/** Tells on the document that its form contains unsaved changes. */
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
