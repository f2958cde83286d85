import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { type Clock, clocks } from '../../contract/as-of.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { readStockChanges, type SummedChange } from '../../contract/explained-stock.ts'
import { dayBefore } from '../kit/read-day.ts'
import { useRead } from '../kit/api.ts'
import { clockTexts, partsOf, pastText } from '../kit/as-of-text.ts'
import { DateField } from '../kit/date-field.tsx'
import { useAsOf } from '../kit/use-as-of.ts'
import { useToday } from '../kit/use-today.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Change } from '../ui/tabular.tsx'
import { Select } from '../ui/select.tsx'
import { changeText, sumsByText } from './change-text.ts'
import classes from './explain-changes.module.css'
import { endDay, endInput, endText, isSamePeriod, type Period, periodsOf, wrongDay } from './explain-periods.ts'
import type { Explained } from './explained.ts'
import { MovementList } from './movement-list.tsx'

type ExplainChangesProps = Readonly<{ explained: Explained; onLeave: () => void }>

type ChosenPeriod = Period & Readonly<{ by: Clock }>

/**
 * The change of a number between two moments: its start, the sums by kind and reason, its end, and the movements
 * between.
 */
export function ExplainChanges({ explained, onLeave }: ExplainChangesProps) {
  const { time_zone } = useAsOf()
  const { past } = explained
  const today = useToday()
  const periods = periodsOf(today)
  const [chosen, setChosen] = useState<ChosenPeriod>(
    past
      ? {
          since: dayBefore(partsOf(past.as_of, time_zone).day),
          end: { kind: 'moment', as_of: past.as_of },
          by: past.by,
        }
      : { ...periods.month, by: 'happened' },
  )
  const { since, end } = chosen
  const day = endDay(end, time_zone)
  const wrongEnd = day === '' ? null : wrongDay(day, today)
  const wrongSince =
    wrongDay(since, today) ??
    (wrongEnd === null && day !== '' && since > day ? 'Start date must be before the end date' : null)
  return (
    <div className={classes['root']}>
      <div className={classes['form']}>
        <DateField
          label="From the end of"
          value={since}
          max={today}
          error={wrongSince}
          onChange={(next) => setChosen({ ...chosen, since: next })}
        />
        <DateField
          label="To the end of"
          placeholder="Now"
          value={day}
          max={today}
          error={wrongEnd}
          onChange={(next) => setChosen({ ...chosen, end: next === '' ? { kind: 'now' } : { kind: 'day', day: next } })}
        />
        <Select
          label="Based on"
          data={clocks.map((clock) => ({ value: clock, label: clockTexts[clock].label }))}
          allowDeselect={false}
          value={chosen.by}
          onChange={(next) => next && setChosen({ ...chosen, by: next as Clock })}
        />
        <div className={classes['periods']}>
          {Object.values(periods).map(({ label, ...period }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={isSamePeriod(period, chosen) ? 'light' : 'default'}
              aria-pressed={isSamePeriod(period, chosen)}
              onClick={() => setChosen({ ...period, by: chosen.by })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      {wrongSince === null && wrongEnd === null && <Changes explained={explained} chosen={chosen} onLeave={onLeave} />}
    </div>
  )
}

function Changes({ explained, chosen, onLeave }: ExplainChangesProps & { chosen: ChosenPeriod }) {
  const { since, end, by } = chosen
  const { time_zone } = useAsOf()
  const { product_id, account, location_id, lot_id } = explained
  const scope = { product_id, account, location_id, lot_id }
  const as_of = endInput(end)
  const query = useRead(readStockChanges, { ...scope, since, as_of, by }, { keepPrevious: true })
  if (!query.data)
    return query.isError ? (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={4} />
    )
  const { adds_up } = query.data
  const changes = sumsByText(query.data.changes)
  const largest = Math.max(...changes.map(({ change }) => Math.abs(change)), 1)
  const head = (
    <table className={classes['sums']} aria-busy={query.isFetching}>
      <tbody>
        <tr className={classes['end']}>
          <th scope="row">{pastText(since, time_zone)}</th>
          <td colSpan={2}>{formatQuantity(query.data.start)}</td>
        </tr>
        {changes.map((change) => (
          <Sum key={`${change.direction} ${changeText(change)}`} sum={change} largest={largest} />
        ))}
        <tr className={classes['end']}>
          <th scope="row">{endText(end, time_zone)}</th>
          <td colSpan={2}>
            {formatQuantity(query.data.end)}
            {!adds_up && <strong className={classes['wrong']}> doesn’t add up</strong>}
          </td>
        </tr>
      </tbody>
    </table>
  )
  return (
    <MovementList
      key={`${since} ${as_of ?? ''} ${by}`}
      explained={{ ...scope, past: as_of === undefined ? null : { as_of, by } }}
      since={since}
      by={by}
      head={head}
      empty={{ title: 'No changes', text: 'There were no movements in this period.' }}
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
