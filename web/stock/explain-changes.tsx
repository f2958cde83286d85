import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { Clock } from '../../contract/as-of.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { readStockChanges, type SummedChange } from '../../contract/explained-stock.ts'
import { useRead } from '../kit/api.ts'
import { dayIn, landmarks, partsOf, pastText } from '../kit/as-of-text.ts'
import { DateField } from '../kit/date-field.tsx'
import { isDay } from '../kit/list-address.ts'
import { useAsOf } from '../kit/use-as-of.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Change } from '../ui/tabular.tsx'
import { changeText, sumsByText } from './change-text.ts'
import classes from './explain-changes.module.css'
import type { Explained } from './explained.ts'
import { MovementList } from './movement-list.tsx'
import { Select } from '../ui/select.tsx'

type ExplainChangesProps = Readonly<{ explained: Explained; onLeave: () => void }>

/** Two moments, days by the organization's clock; the second is now while it is ''. */
type Chosen = { since: string; until: string; by: Clock }

const clocks = [
  { value: 'happened', label: 'When it happened' },
  { value: 'recorded', label: 'When it was entered' },
]

/**
 * The change of a number between two moments: its start, the sums by kind and reason, its end, and the movements
 * between.
 */
export function ExplainChanges({ explained, onLeave }: ExplainChangesProps) {
  const { time_zone } = useAsOf()
  const { past } = explained
  const [now] = useState(() => new Date())
  const today = dayIn(time_zone, now)
  const periods = periodsOf(today)
  const [chosen, setChosen] = useState<Chosen>({
    since: past ? dayBefore(partsOf(past.as_of, time_zone).day) : (periods[1]?.since ?? ''),
    until: past?.as_of ?? '',
    by: past?.by ?? 'happened',
  })
  const { since, until, by } = chosen
  const until_day = past && until === past.as_of ? partsOf(until, time_zone).day : until
  const wrongUntil = until_day === '' ? null : wrongDay(until_day, today)
  const wrongSince =
    wrongDay(since, today) ??
    (wrongUntil === null && until_day !== '' && since > until_day ? 'Choose a day before the second one' : null)
  return (
    <div className={classes['root']}>
      <div className={classes['form']}>
        <DateField
          label="From the end of"
          value={since}
          max={today}
          error={wrongSince}
          onChange={(day) => setChosen({ ...chosen, since: day })}
        />
        <DateField
          label="To the end of"
          placeholder="Now"
          value={until_day}
          max={today}
          error={wrongUntil}
          onChange={(day) => setChosen({ ...chosen, until: day })}
        />
        <Select
          label="Based on"
          data={clocks}
          allowDeselect={false}
          value={by}
          onChange={(next) => next && setChosen({ ...chosen, by: next as Clock })}
        />
        <div className={classes['periods']}>
          {periods.map(({ label, ...period }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={period.since === since && period.until === until ? 'light' : 'default'}
              aria-pressed={period.since === since && period.until === until}
              onClick={() => setChosen({ ...period, by })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      {wrongSince === null && wrongUntil === null && (
        <Changes explained={explained} chosen={chosen} onLeave={onLeave} />
      )}
    </div>
  )
}

/** Why a typed text can't be used as a day. */
function wrongDay(text: string, today: string): string | null {
  if (!isDay(text)) return text === '' ? 'Choose a day' : 'Enter a date like 20 Nov 2026'
  return text > today ? 'Choose a day that isn’t in the future' : null
}

function Changes({ explained, chosen, onLeave }: ExplainChangesProps & { chosen: Chosen }) {
  const { since, until, by } = chosen
  const { time_zone } = useAsOf()
  const { product_id, account = 'on_hand', location_id, lot_id } = explained
  const scope = { product_id, account, location_id, lot_id }
  const as_of = until === '' ? undefined : until
  const query = useRead(readStockChanges, { ...scope, since, as_of, by }, { keepPrevious: true })
  if (!query.data)
    return query.isError ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={4} />
    )
  const { start, end, adds_up } = query.data
  const changes = sumsByText(query.data.changes)
  const largest = Math.max(...changes.map(({ change }) => Math.abs(change)), 1)
  const head = (
    <table className={classes['sums']} aria-busy={query.isFetching}>
      <tbody>
        <tr className={classes['end']}>
          <th scope="row">{pastText(since, time_zone)}</th>
          <td colSpan={2}>{formatQuantity(start)}</td>
        </tr>
        {changes.map((change) => (
          <Sum key={Object.values(change).slice(0, 4).join(' ')} sum={change} largest={largest} />
        ))}
        <tr className={classes['end']}>
          <th scope="row">{until === '' ? 'Now' : pastText(until, time_zone)}</th>
          <td colSpan={2}>
            {formatQuantity(end)}
            {!adds_up && <strong className={classes['wrong']}> does not add up</strong>}
          </td>
        </tr>
      </tbody>
    </table>
  )
  return (
    <MovementList
      key={`${since} ${until} ${by}`}
      explained={{ ...scope, past: as_of === undefined ? null : { as_of, by } }}
      since={since}
      by={by}
      head={head}
      empty={{ title: 'No changes between the two', text: 'This number had no movements in this period.' }}
      onLeave={onLeave}
    />
  )
}

/** One sum: its name, the number of movements, and a bar as long as its share of the largest. */
function Sum({ sum, largest }: { sum: SummedChange; largest: number }) {
  const { change, movements, direction } = sum
  return (
    <tr>
      <th scope="row">
        {changeText(sum)}
        <span className={classes['count']}>{counted(movements, 'movement')}</span>
      </th>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the number beside it says the same */}
      <td className={classes['bar']}>
        <span
          data-direction={direction}
          style={{ width: `${Math.max((Math.abs(change) / largest) * 100, 2)}%` }}
          aria-hidden
        />
      </td>
      <td>
        <Change value={change} />
      </td>
    </tr>
  )
}

/** Common periods, given by the days at whose ends they begin and end. */
function periodsOf(today: string): readonly { label: string; since: string; until: string }[] {
  const [yesterday, lastMonth, , lastYear] = landmarks(today).map(({ day }) => day)
  const beforeLastMonth = landmarks(lastMonth ?? today)[1]?.day ?? ''
  return [
    { label: 'Today', since: yesterday ?? '', until: '' },
    { label: 'This month', since: lastMonth ?? '', until: '' },
    { label: 'Last month', since: beforeLastMonth, until: lastMonth ?? '' },
    { label: 'This year', since: lastYear ?? '', until: '' },
  ]
}

function dayBefore(day: string): string {
  return landmarks(day)[0]?.day ?? day
}
