import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import classes from './order-document.module.css'

/** An entry of the status menu: another status, or a step that leads to one. */
export type StatusChoice = Readonly<{
  label: string
  onClick: () => void
  /** The order's current status. */
  chosen?: boolean
  danger?: boolean
}>

type StatusMenuProps = Readonly<{
  label: string
  tone: Tone
  /** Empty if nothing can be chosen: then it is a plain badge. */
  choices: readonly StatusChoice[]
  /** True while a status is sent. */
  pending: boolean
}>

/** The status of an order, with a menu of its next ones. */
export function StatusMenu({ label, tone, choices, pending }: StatusMenuProps) {
  if (choices.length === 0) return <StatusBadge tone={tone}>{label}</StatusBadge>
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <UnstyledButton
          className={classes['status']}
          data-tone={tone}
          aria-label={`Status: ${label}`}
          disabled={pending}
          aria-busy={pending || undefined}
        >
          <span className={classes['dot']} aria-hidden />
          {label}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.label}
            onClick={choice.onClick}
            aria-current={choice.chosen || undefined}
            rightSection={choice.chosen && <IconCheck size={16} stroke={1.8} aria-hidden />}
            {...(choice.danger ? { color: 'red' } : {})}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
