import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column } from './columns.ts'
import classes from './list-toolbar.module.css'

type ColumnChooserProps<Row> = Readonly<{
  columns: readonly Column<Row>[]
  shown: (id: string) => boolean
  onToggle: (id: string) => void
  /** The headings of columns that don't fit the window. */
  hidden: readonly string[]
  /** Whether the table shows them anyway, wider than the window. */
  wide: boolean
  onWide: (wide: boolean) => void
}>

/**
 * Chooses a table's columns; the one that links to the record always stays. Shows how many a narrow window hides, and
 * can show them in a table that scrolls sideways.
 */
export function ColumnChooser<Row>({ columns, shown, onToggle, hidden, wide, onWide }: ColumnChooserProps<Row>) {
  const [opened, setOpened] = useState(false)
  const without = hidden.length > 0 ? `, ${hidden.length} hidden: ${hidden.join(', ')}` : ''
  return (
    <Menu width={220} closeOnItemClick={false} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={`Columns${without}`} disabled={opened}>
          <UnstyledButton className={classes['columns']} aria-label={`Choose columns${without}`}>
            <IconColumns3 size={17} stroke={1.6} aria-hidden />
            {hidden.length > 0 && <span>+{hidden.length}</span>}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {(hidden.length > 0 || wide) && (
          <>
            <Menu.CheckboxItem checked={wide} onChange={() => onWide(!wide)}>
              Scroll sideways to see all
            </Menu.CheckboxItem>
            <Menu.Divider />
          </>
        )}
        {columns
          .filter((column) => !column.link && !column.quiet)
          .map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={shown(column.id)}
              onChange={() => onToggle(column.id)}
              rightSection={hidden.includes(column.header) && <span className={classes['noRoom']}>Hidden</span>}
            >
              {column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
