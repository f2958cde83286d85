import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Icon, IconChevronDown, IconDots, IconPencil, IconPrinter } from '@tabler/icons-react'
import classes from './order-document.module.css'

/** An action on an order besides its next step. */
export type DocumentAction = Readonly<{ label: string; icon: Icon; onClick: () => void; danger?: boolean }>

type DocumentActionsProps = Readonly<{
  order_number: string
  /** The printable documents. */
  papers: readonly Readonly<{ label: string; onClick: () => void }>[]
  /** Null if the reader can't change it. */
  onEdit: (() => void) | null
  more: readonly DocumentAction[]
  /** Two next steps, or one with a long name: up to 1,312 px, all actions fit beside the title only without Print. */
  besideLongStep?: boolean
}>

/**
 * Printing and editing an order, and a menu with all other actions; with printing, too, where space is short. On phones
 * icons beside its number.
 */
export function DocumentActions({ order_number, papers, onEdit, more, besideLongStep = false }: DocumentActionsProps) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const narrow = useMediaQuery('(max-width: 82em)', undefined, { getInitialValueInEffect: false })
  const printsInMenu = narrow && besideLongStep
  const printing = papers.map(({ label, onClick }): DocumentAction => ({ label, icon: IconPrinter, onClick }))
  const name = `More actions for ${order_number}`
  if (phone)
    return (
      <div className={classes['headActions']} data-top>
        {onEdit && (
          <ActionIcon size={44} aria-label="Edit" onClick={onEdit}>
            <IconPencil size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        <MoreMenu name={name} actions={[...printing, ...more]} size={44} />
      </div>
    )
  return (
    <div className={classes['headActions']} data-top>
      {!printsInMenu && <Print papers={papers} />}
      {onEdit && (
        <Button variant="default" leftSection={<IconPencil size={16} stroke={1.7} />} onClick={onEdit}>
          Edit
        </Button>
      )}
      <MoreMenu name={name} actions={printsInMenu ? [...printing, ...more] : more} size={36} />
    </div>
  )
}

function Print({ papers }: Pick<DocumentActionsProps, 'papers'>) {
  const icon = <IconPrinter size={16} stroke={1.7} />
  const [only] = papers
  if (papers.length === 1 && only)
    return (
      <Button variant="default" leftSection={icon} onClick={only.onClick}>
        Print
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} rightSection={<IconChevronDown size={14} stroke={2} />}>
          Print
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {papers.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type MoreMenuProps = Readonly<{ name: string; actions: readonly DocumentAction[]; size: number }>

function MoreMenu({ name, actions, size }: MoreMenuProps) {
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant={size > 40 ? 'subtle' : 'default'} size={size} aria-label={name}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, onClick, danger }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
            onClick={onClick}
            {...(danger ? { color: 'red' } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
