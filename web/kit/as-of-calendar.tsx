import '@mantine/dates/styles.layer.css'
import { Button, Radio, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type Clock, clocks } from '../../contract/as-of.ts'
import classes from './as-of-picker.module.css'
import { clockTexts, landmarks, partsOf } from './as-of-text.ts'
import { todayMark } from './today-mark.ts'
import type { AsOf } from './use-as-of.ts'
import { useToday } from './use-today.ts'

/**
 * The content of the picker: common days, a calendar, a time of that day, and the clock. Each choice applies
 * immediately.
 */
// oxlint-disable-next-line max-lines-per-function -- one choice of day, time and clock
export function AsOfCalendar({ asOf, onDone }: { asOf: AsOf; onDone: () => void }) {
  const { past, look, back, time_zone } = asOf
  const today = useToday()
  const by = past?.by ?? 'happened'
  const { day, time } = past ? partsOf(past.as_of, time_zone) : { day: '', time: '' }
  const choose = (next: { day?: string; time?: string; by?: Clock }) => {
    const chosen = { day, time, by, ...next }
    // The clock alone, chosen before any day: today, until a day is chosen.
    const date = chosen.day === '' ? today : chosen.day
    look({ as_of: chosen.time === '' ? date : `${date}T${chosen.time}`, by: chosen.by })
  }
  const isChosen = (one: string) => one === day && time === ''
  // The keyboard focus stays on the choice when the picker moves with it, and starts there when it is reopened.
  const isClockAlone = by === 'recorded' && isChosen(today)
  const isLandmark = landmarks(today).some((one) => isChosen(one.day))
  return (
    <div className={classes['root']}>
      <DatePicker
        className={classes['calendar'] ?? ''}
        size="sm"
        value={day === '' ? null : day}
        defaultDate={day === '' ? today : day}
        onChange={(next) => next && choose({ day: next })}
        maxDate={today}
        minDate="1970-01-01"
        weekendDays={[]}
        hideOutsideDates
        getDayProps={(one) => ({
          ...todayMark(one === today),
          'data-autofocus': (one === day && !isLandmark && !isClockAlone) || undefined,
        })}
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      />
      <div className={classes['choices']}>
        <div className={classes['landmarks']}>
          {landmarks(today).map(({ label, day: one }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={isChosen(one) ? 'light' : 'default'}
              aria-pressed={isChosen(one)}
              data-autofocus={isChosen(one) || undefined}
              onClick={() => choose({ day: one, time: '' })}
            >
              {label}
            </Button>
          ))}
        </div>
        <TextInput
          type="time"
          label="Time"
          description={day === '' ? 'Choose a day first' : 'Blank means the end of the day'}
          size="sm"
          value={time.slice(0, 5)}
          disabled={day === ''}
          onChange={(event) => choose({ time: event.currentTarget.value })}
        />
        <Radio.Group label="Based on" value={by} onChange={(next) => choose({ by: next as Clock })}>
          <div className={classes['clocks']}>
            {clocks.map((clock) => (
              <Radio
                key={clock}
                size="xs"
                value={clock}
                data-autofocus={(isClockAlone && clock === by) || undefined}
                label={clockTexts[clock].label}
                description={clockTexts[clock].text}
              />
            ))}
          </div>
        </Radio.Group>
      </div>
      <div className={classes['foot']}>
        <span className={classes['zone']}>Time zone: {time_zone}</span>
        {past && (
          <Button
            size="compact-md"
            variant="default"
            onClick={() => {
              back()
              onDone()
            }}
          >
            Back to now
          </Button>
        )}
        <Button size="compact-md" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
