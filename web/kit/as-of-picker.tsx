import { Loader, Popover, UnstyledButton } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import { lazy, useRef } from 'react'
import classes from './as-of-picker.module.css'
import { pastText } from './as-of-text.ts'
import { Dialog } from './dialog.tsx'
import chip from './list-toolbar.module.css'
import type { AsOf } from './use-as-of.ts'
import { loadCode } from './load-code.ts'
import { OnDemand } from './on-demand.tsx'

const Calendar = lazy(() =>
  loadCode(() => import('./as-of-calendar.tsx')).then((module) => ({ default: module.AsOfCalendar })),
)

/**
 * Chooses the moment that figures are shown as of, and its clock. A chip: "As of now", or the chosen past moment.
 * Beside figures or among filters for the present, in `PastNotice` for the past: only one at a time.
 */
export function AsOfPicker({ asOf }: { asOf: AsOf }) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { past, time_zone, choosing: opened, setChoosing } = asOf
  const chipElement = useRef<HTMLButtonElement>(null)
  const dismiss = () => setChoosing(false)
  const close = () => {
    dismiss()
    chipElement.current?.focus()
  }
  // Wherever the focus is: with the first choice the chip and its content move into the notice, and for a moment
  // nothing has the focus.
  useWindowEvent('keydown', (event) => {
    if (opened && event.key === 'Escape') close()
  })
  const target = (
    <UnstyledButton
      ref={chipElement}
      className={chip['chip']}
      data-set={past !== null || undefined}
      onClick={() => setChoosing(!opened)}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      <IconHistory size={16} stroke={1.6} aria-hidden />
      As of {past ? pastText(past.as_of, time_zone) : 'now'}
      <IconChevronDown size={14} stroke={1.8} className={chip['chevron']} aria-hidden />
    </UnstyledButton>
  )
  const content = (
    <OnDemand waiting={<Waiting />} gone="A new version was installed. Reload the page to choose a day.">
      <Calendar asOf={asOf} onDone={close} />
    </OnDemand>
  )
  if (phone)
    return (
      <>
        {target}
        <Dialog title="As of" opened={opened} onClose={close}>
          {content}
        </Dialog>
      </>
    )
  return (
    <Popover opened={opened} onDismiss={dismiss} closeOnEscape={false} position="bottom-end" width={636} trapFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label="As of">
        {content}
      </Popover.Dropdown>
    </Popover>
  )
}

function Waiting() {
  return (
    <div className={classes['waiting']}>
      <Loader size="sm" role="status" aria-label="Loading" />
    </div>
  )
}
