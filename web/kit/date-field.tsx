import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { dayText } from '../ui/day-text.ts'
import { isDay } from '../../contract/days.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { Calendar } from './calendar.tsx'
import { readDay } from './read-day.ts'
import { useToday } from './use-today.ts'

type DateFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'label' | 'max'> & {
  label: string
  /** `2026-11-20`, '' for none, or text that isn't a date. */
  value?: string
  /** Gets the day as it is stored, or the typed text if it isn't a date (the schema then reports it). */
  onChange?: (value: string) => void
  /** The last day of the calendar; the schema checks what is typed. */
  max?: string
}

/**
 * A day in a form: typed as days are shown everywhere, or chosen in a calendar, which Alt and ↓ open from the field.
 * Text that isn't a date stays and is reported.
 */
export function DateField({ label, value = '', onChange, max, onBlur, onKeyDown, ...rest }: DateFieldProps) {
  const today = useToday()
  const field = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string | null>(null) // the text being typed; null: shows the value
  const shown = isDay(value) ? dayText(value) : value

  const change = (text: string) => {
    setTyped(text)
    onChange?.(readDay(text, today) ?? trimmed(text))
  }
  const choose = (day: string) => {
    setTyped(null)
    setOpened(false)
    onChange?.(day)
    field.current?.focus()
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      setOpened(true)
    }
    if (event.key === 'Enter') setTyped(null)
    if (event.key === 'Escape') setOpened(false)
    onKeyDown?.(event)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="max-content"
      trapFocus
      withRoles={false}
    >
      <Popover.Target popupType="dialog">
        <TextInput
          placeholder="e.g. 20 Nov 2026"
          {...rest}
          ref={field}
          label={label}
          value={typed ?? shown}
          autoComplete="off"
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={(event) => {
            setTyped(null)
            onBlur?.(event)
          }}
          onKeyDown={keyDown}
          // Escape closes the calendar, not the dialog around the field.
          data-mantine-stop-propagation={opened || undefined}
          rightSection={<CalendarButton opened={opened} onOpened={setOpened} />}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        <Calendar value={isDay(value) ? value : ''} onChange={choose} {...(max ? { max } : {})} />
      </Popover.Dropdown>
    </Popover>
  )
}

function CalendarButton({ opened, onOpened }: { opened: boolean; onOpened: (opened: boolean) => void }) {
  return (
    <ActionIcon
      size={28}
      aria-label="Open calendar"
      aria-expanded={opened}
      onClick={() => onOpened(!opened)}
      // It keeps the focus while the calendar is loaded.
      onKeyDown={(event) => event.key === 'Escape' && onOpened(false)}
      data-mantine-stop-propagation={opened || undefined}
    >
      <IconCalendar size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
