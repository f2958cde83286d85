import { Button, Collapse } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FieldGrid } from '../kit/field-grid.tsx'
import classes from './folded-fields.module.css'

type FoldedFieldsProps = Readonly<{
  label: string
  /** Whether one of them has a value: then they are open at first. */
  isFilled: boolean
  /** Whether one of them has an error: then they are open, so that it is seen. */
  hasError: boolean
  children: ReactNode
}>

/** Rarely needed fields, behind a button. */
export function FoldedFields({ label, isFilled, hasError, children }: FoldedFieldsProps) {
  const [isOpen, setOpen] = useState(isFilled)
  const shown = isOpen || hasError
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        className={classes['button']}
        aria-expanded={shown}
        rightSection={<IconChevronDown size={14} stroke={1.8} />}
        onClick={() => setOpen(!shown)}
      >
        {label}
      </Button>
      <Collapse expanded={shown}>
        <FieldGrid>{children}</FieldGrid>
      </Collapse>
    </>
  )
}

/** Whether one of these fields has an error. */
export function hasErrorIn(errors: Readonly<Record<string, unknown>>, fields: readonly string[]): boolean {
  return fields.some((field) => Boolean(errors[field]))
}
