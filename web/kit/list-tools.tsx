import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconColumns3, IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import classes from './list-toolbar.module.css'

export type View = 'table' | 'grid'

/** Switches between cards and a table. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
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
}>

/** Chooses which columns a table shows. The one that links to the record always stays. */
export function ColumnChooser<Row>({ columns, shown, onToggle }: ColumnChooserProps<Row>) {
  return (
    <Menu width={200} closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size={34} className={classes['tool']} aria-label="Choose columns">
            <IconColumns3 size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => !column.link && !column.quiet)
          .map((column) => (
            <Menu.CheckboxItem key={column.id} checked={shown(column.id)} onChange={() => onToggle(column.id)}>
              {column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
