import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import classes from './row-actions.module.css'

/** Something that can be done with one row. */
export type RowAction = Readonly<{
  label: string
  icon: Icon
  onClick: () => unknown
  /** Also shown beside the menu while the row is hovered or focused. */
  quick?: boolean
  danger?: boolean
  /** Why it cannot be done now; shown in place of doing it. */
  refusal?: string | null
}>

/** The actions of a row: quick ones on hover, all of them in a menu. */
export function RowActions({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null
  return (
    <div className={classes['root']}>
      {actions
        .filter((action) => action.quick && !action.refusal)
        .map(({ label, icon: Icon, onClick }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon className={classes['quick']} size={28} onClick={onClick} aria-label={`${label}: ${of}`}>
              <Icon size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ))}
      <Menu width={200}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions: ${of}`}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, icon: Icon, onClick, danger, refusal }) => (
            <Tooltip key={label} label={refusal} disabled={!refusal} position="left">
              <Menu.Item
                leftSection={<Icon size={16} stroke={1.6} />}
                onClick={refusal ? undefined : onClick}
                aria-disabled={refusal ? true : undefined}
                data-refused={refusal ? true : undefined}
                closeMenuOnClick={!refusal}
                {...(danger ? { color: 'red' } : {})}
              >
                {label}
              </Menu.Item>
            </Tooltip>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
