import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconColumns3, IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import classes from './list-toolbar.module.css'

export type View = 'table' | 'grid'

/** Switches between cards and a table. */
export function ViewSwitch({ view, onChange }: { view: View | null; onChange: (view: View) => void }) {
  const choices = [
    { value: 'grid', label: 'Cards', icon: IconLayoutGrid },
    { value: 'table', label: 'Table', icon: IconList },
  ] as const
  return choices.map(({ value, label, icon: Icon }) => (
    <Tooltip key={value} label={label}>
      <ActionIcon
        variant="default"
        size={34}
        className={classes['tool']}
        aria-label={label}
        aria-pressed={view === value}
        onClick={() => onChange(value)}
      >
        <Icon size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  ))
}

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
  const without = hidden.length > 0 ? `, ${hidden.length} without room: ${hidden.join(', ')}` : ''
  return (
    <Menu width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={`Columns${without}`}>
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
              rightSection={hidden.includes(column.header) && <span className={classes['noRoom']}>No room</span>}
            >
              {column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
