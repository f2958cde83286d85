import { UnstyledButton } from '@mantine/core'
import { IconArrowsHorizontal } from '@tabler/icons-react'
import classes from './hidden-columns.module.css'

type HiddenColumnsProps = Readonly<{
  headings: readonly string[]
  /** Whether the table shows them anyway and scrolls sideways. */
  wide: boolean
  onWide: (wide: boolean) => void
}>

/** Above a table with hidden columns: which ones, and how to show them. */
export function HiddenColumns({ headings, wide, onWide }: HiddenColumnsProps) {
  return (
    <p className={classes['root']}>
      <span className={classes['text']}>
        {wide ? 'Scroll sideways to see all columns.' : `Not shown here: ${headings.join(', ')}`}
      </span>
      <UnstyledButton className={classes['button']} aria-pressed={wide} onClick={() => onWide(!wide)}>
        <IconArrowsHorizontal size={15} stroke={1.7} aria-hidden />
        {wide ? 'Fit to window' : 'Show all columns'}
      </UnstyledButton>
    </p>
  )
}
