import { Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { Hint } from '../ui/hint.tsx'
import { KeyboardHint } from '../ui/keyboard-hint.tsx'
import classes from './row-actions.module.css'
import { useOpenedAfterPaint } from './use-opened-after-paint.ts'

/** An action on one row. */
export type RowAction = Readonly<{
  label: string
  icon: Icon
  onClick: () => unknown
  /** Also shown beside the menu while the row is hovered or focused. */
  quick?: boolean
  danger?: boolean
  /** The key that triggers it while the row has the focus. */
  shortcut?: 'e'
  /** Why it can't be done now; shown below it, also for keyboard and touch. */
  refusal?: string | null
}>

/**
 * The actions of a row: quick ones on hover, all of them in a menu. Plain buttons until one of them is pointed at or
 * pressed: a table of thirty rows would otherwise mount thirty menus and sixty tooltips that no one opens.
 */
export function RowActions({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <div className={classes['root']}>
      {actions
        .filter((action) => action.quick && !action.refusal)
        .map(({ label, icon: Icon, onClick }) => (
          <Hint key={label} label={label}>
            <button
              type="button"
              className={`${classes['button']} ${classes['quick']}`}
              onClick={onClick}
              aria-label={`${label}: ${of}`}
            >
              <Icon size={16} stroke={1.6} />
            </button>
          </Hint>
        ))}
      <button
        ref={trigger}
        type="button"
        className={classes['button']}
        aria-label={`Actions: ${of}`}
        aria-haspopup="menu"
        aria-expanded={opened}
        // Escape closes the menu, not the panel around the row; also before the focus has reached the menu.
        data-mantine-stop-propagation={opened || undefined}
        onClick={() => {
          // Safari doesn't focus the pressed button, and the menu returns the focus to the element that had it.
          trigger.current?.focus()
          setWasOpened(true)
          setOpened(!opened)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpened(false)
        }}
      >
        <IconDots size={16} stroke={1.6} />
      </button>
      {wasOpened && <ActionsMenu of={trigger} opened={opened} onChange={setOpened} actions={actions} />}
    </div>
  )
}

type ActionsMenuProps = Readonly<{
  of: RefObject<HTMLElement | null>
  opened: boolean
  onChange: (opened: boolean) => void
  actions: readonly RowAction[]
}>

function ActionsMenu({ of, opened, onChange, actions }: ActionsMenuProps) {
  // Mounted closed: a menu that is open from the start doesn't know where to return the focus.
  const isOpen = useOpenedAfterPaint(opened)
  return (
    <Menu width={232} position="bottom-end" opened={isOpen} onChange={onChange}>
      <Menu.Target>
        <OwnTarget of={of} />
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
  )
}

type OwnTargetProps = Readonly<{
  of: RefObject<HTMLElement | null>
  ref?: Ref<HTMLElement>
  id?: string
  'aria-controls'?: string
}>

/** Stands for a button that exists outside its menu: gives it to the menu as its target, and the menu's ids to it. */
function OwnTarget({ of, ref, id, 'aria-controls': controls }: OwnTargetProps) {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of])
  useLayoutEffect(() => {
    if (id) of.current?.setAttribute('id', id)
    if (controls) of.current?.setAttribute('aria-controls', controls)
    else of.current?.removeAttribute('aria-controls')
  }, [of, id, controls])
  return null
}
