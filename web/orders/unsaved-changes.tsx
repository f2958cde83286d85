import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useStoredDraft } from '../kit/use-draft.ts'
import { Moment } from '../ui/moment.tsx'
import classes from './order-document.module.css'

/** Tells on the document that its form contains unsaved changes. */
export function UnsavedChanges({ draft, onEdit }: { draft: string; onEdit: () => void }) {
  const stored = useStoredDraft(draft)
  if (stored === null) return null
  return (
    <div role="status" className={classes['unsaved']}>
      <IconHistory size={18} stroke={1.7} aria-hidden />
      <span>
        You have unsaved changes from <Moment at={stored.at} />.
      </span>
      <Button size="compact-md" variant="default" onClick={onEdit}>
        Continue editing
      </Button>
      <Button size="compact-md" variant="subtle" color="gray" onClick={stored.discard}>
        Discard
      </Button>
    </div>
  )
}
