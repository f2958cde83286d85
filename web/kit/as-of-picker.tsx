import { Loader, Popover, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import classes from './as-of-picker.module.css'
import { pastText } from './as-of-text.ts'
import { Dialog } from './dialog.tsx'
import chip from './list-toolbar.module.css'
import type { AsOf } from './use-as-of.ts'

const Calendar = lazy(() => import('./as-of-calendar.tsx').then((module) => ({ default: module.AsOfCalendar })))

/**
 * Chooses the moment that figures are shown as of, and by which clock. A chip: "As of now", or the moment once one looks at the past.
 * Beside figures or among filters at the present, in `PastNotice` once one looks at the past: one at a time.
 */
export function AsOfPicker({ asOf }: { asOf: AsOf }) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { past, time_zone, choosing: opened, setChoosing } = asOf
  const close = () => setChoosing(false)
  const target = (
    <UnstyledButton
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
    <Suspense fallback={<Waiting />}>
      <Calendar asOf={asOf} onDone={close} />
    </Suspense>
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
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={636} trapFocus returnFocus>
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
      <Loader size="sm" />
    </div>
  )
}
