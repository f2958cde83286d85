import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './confirm.module.css'
import { focusHeadingIfLost } from './focus-heading.ts'
import { pressedControl } from './sending.ts'

type Obstacle = Readonly<{
  title: string
  text: ReactNode
  /** Links to where the obstacles can be resolved. */
  ways: readonly Readonly<{ label: string; to: string }>[]
}>

/** Shown instead of a confirmation that could only lead to a refusal: the reason, and how to continue. */
export function cannot({ title, text, ways }: Obstacle): void {
  const close = () => modals.close(id)
  const asking = pressedControl.current()
  const id: string = modals.open({
    title,
    withCloseButton: false,
    // An entry of a menu is gone by then: the screen's heading gets the focus.
    onExitTransitionEnd: () => {
      if (!(asking instanceof HTMLElement && asking.isConnected)) focusHeadingIfLost()
      else if (document.activeElement === document.body) asking.focus({ preventScroll: true })
    },
    children: (
      <div className={classes['root']}>
        {typeof text === 'string' ? <p>{text}</p> : text}
        {ways.length > 0 && (
          <ul className={classes['ways']}>
            {ways.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={classes['way']} onClick={close}>
                  <span className={classes['label']}>{label}</span>
                  <IconChevronRight size={16} stroke={1.6} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Button variant="default" className={classes['close']} onClick={close} data-autofocus>
          Close
        </Button>
      </div>
    ),
  })
}
