import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
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
        size={36}
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
