import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from '../ui/link.tsx'
import { EmptyState } from './empty-state.tsx'
import { useLateFocus } from './form-focus.ts'

type MissingFirstProps = Readonly<{
  icon: Icon
  title: string
  text: string
  /** Where the missing thing is added; without it there is only a button to close. */
  lead?: Readonly<{ label: string; to: string }> | false
  onClose: () => void
}>

/** In place of a dialog's form that would have nothing to choose: what is missing, and the way to add it. */
export function MissingFirst({ lead, onClose, ...rest }: MissingFirstProps) {
  const root = useRef<HTMLDivElement>(null)
  useLateFocus(root)
  return (
    <div ref={root}>
      <EmptyState
        compact
        {...rest}
        action={
          lead ? (
            <Button component={Link} to={lead.to} onClick={onClose} data-autofocus>
              {lead.label}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          )
        }
      />
    </div>
  )
}
