import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { KeyboardHint } from '../ui/keyboard-hint.tsx'
import classes from './row-actions.module.css'

/** Something that can be done with one row. */
export type RowAction = Readonly<{
  label: string
  icon: Icon
  onClick: () => unknown
  /** Also shown beside the menu while the row is hovered or focused. */
  quick?: boolean
  danger?: boolean
  /** The key that does it while the row has the focus. */
  shortcut?: 'e'
  /** Why it cannot be done now; shown beneath it, for the keyboard and a finger as well. */
  refusal?: string | null
}>

/** The actions of a row: quick ones on hover, all of them in a menu. */
export function RowActions({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  const [opened, setOpened] = useState(false)
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
      <Menu width={232} position="bottom-end" opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon
            size={28}
            aria-label={`Actions: ${of}`}
            // Escape closes the menu, and not the panel that the row lies in; also while the focus is still on its way
            // into the menu.
            data-mantine-stop-propagation={opened || undefined}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setOpened(false)
            }}
          >
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, icon: Icon, onClick, danger, shortcut, refusal }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={16} stroke={1.6} />}
              onClick={refusal ? undefined : onClick}
              aria-disabled={refusal ? true : undefined}
              data-refused={refusal ? true : undefined}
              closeMenuOnClick={!refusal}
              aria-keyshortcuts={shortcut}
              rightSection={shortcut && !refusal ? <KeyboardHint keys={shortcut.toUpperCase()} /> : undefined}
              {...(danger ? { color: 'red' } : {})}
            >
              <span className={classes['label']}>{label}</span>
              {refusal && <span className={classes['refusal']}>{refusal}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
