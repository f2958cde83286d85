import { Popover, UnstyledButton } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { trimmed } from '../../contract/trimmed.ts'
import { dayText } from '../ui/day-text.ts'
import { Calendar } from './calendar.tsx'
import classes from './date-chip.module.css'
import chip from './list-toolbar.module.css'
import { dayProblem, readDay } from './read-day.ts'
import { useToday } from './use-today.ts'

type DateChipProps = Readonly<{
  label: string
  /** `2026-11-20`, or '' for any day. */
  value: string
  onChange: (value: string) => void
}>

/**
 * A filter for a day, as a chip. The day is typed in the form in which days are shown everywhere, or chosen in a
 * calendar that opens below it. Text that isn't a date stays, with a message.
 */
// oxlint-disable-next-line max-lines-per-function -- one control: its events share what is typed
export function DateChip({ label, value, onChange }: DateChipProps) {
  const id = useId()
  const today = useToday()
  const field = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState(false)
  // The text being typed; null while the field shows its value.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === '' ? '' : dayText(value))
  const isWrong = typed !== null && trimmed(typed) !== '' && readDay(typed, today) === null

  const settle = () => {
    if (typed === null) return
    const day = trimmed(typed) === '' ? '' : readDay(typed, today)
    if (day === null) return
    setTyped(null)
    if (day !== value) onChange(day)
  }
  const choose = (day: string) => {
    setTyped(null)
    setOpened(false)
    onChange(day)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      settle()
      setOpened(false)
    }
    if (event.key === 'Escape') {
      setTyped(null)
      setOpened(false)
    }
  }
  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      width="max-content"
      trapFocus
      withRoles={false}
    >
      <Popover.Target popupType="dialog">
        <div className={`${chip['chip']} ${classes['chip']}`} data-set={value !== '' || undefined}>
          {/* First in the chip, so that leaving the field doesn't move it away from the pointer. */}
          <UnstyledButton
            className={classes['button']}
            aria-label={`Choose ${label} in a calendar`}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
          <label htmlFor={id}>{label}</label>
          <input
            ref={field}
            id={id}
            className={classes['field']}
            value={text}
            placeholder="Any day"
            title="A date like 20 Nov 2026"
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={settle}
            onKeyDown={onKeyDown}
          />
          {value !== '' && (
            <UnstyledButton className={classes['button']} aria-label={`Clear ${label}`} onClick={() => choose('')}>
              <IconX size={14} stroke={1.8} aria-hidden />
            </UnstyledButton>
          )}
          {isWrong && (
            <span id={`${id}-wrong`} className={classes['wrong']}>
              {dayProblem(typed)}
            </span>
          )}
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        <Calendar value={value} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}
