import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { readLedgerCheck, type LedgerCheck } from '../../contract/ledger-checks.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './ledger-card.module.css'
import { ruleText, stateOf, type LedgerState } from './words.ts'

const tones = { sound: 'green', broken: 'red', unfinished: 'amber', late: 'amber', unchecked: 'gray' } as const
const signs = {
  sound: IconCircleCheck,
  broken: IconAlertTriangle,
  unfinished: IconAlertTriangle,
  late: IconClock,
  unchecked: IconClock,
}
const titles: Record<LedgerState, string> = {
  sound: 'Every unit is accounted for',
  broken: 'The ledger doesn’t add up',
  unfinished: 'The ledger check is incomplete',
  late: 'The ledger check is overdue',
  unchecked: 'The ledger has not been checked yet',
}

/** The result of the server's last comparison of all stored figures with the movements behind them. */
export function LedgerCard() {
  const { data, dataUpdatedAt, error, refetch } = useRead(readLedgerCheck, {})
  return (
    <Card title="Ledger">
      {data ? (
        <Result check={data} state={stateOf(data, dataUpdatedAt)} />
      ) : error ? (
        <ErrorState error={error} fallback="Failed to load the check results" onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons rows={1} />
      )}
    </Card>
  )
}

function Result({ check, state }: Readonly<{ check: LedgerCheck; state: LedgerState }>) {
  const Sign = signs[state]
  return (
    <div className={classes['root']} data-tone={tones[state]}>
      <Sign className={classes['sign'] ?? ''} size={22} stroke={1.7} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['title']}>{titles[state]}</p>
        <Details state={state} check={check} />
      </div>
    </div>
  )
}

function Details({ state, check }: Readonly<{ state: LedgerState; check: LedgerCheck }>): ReactNode {
  const checked = check.checked_at !== null && (
    <>
      Checked <Moment at={check.checked_at} />.
    </>
  )
  switch (state) {
    case 'sound':
      return <p>{checked}</p>
    case 'unchecked':
      return <p>The server checks a few minutes after it starts, and then once a day.</p>
    case 'late':
      return <p>{checked} It should run every day. Contact your administrator.</p>
    case 'unfinished':
      return (
        <>
          <p>{checked} Everything that was checked adds up. Not checked:</p>
          <Rules rules={check.unfinished.map(ruleText)} />
        </>
      )
    case 'broken':
      return (
        <>
          <p>{checked} Broken rules:</p>
          <Rules rules={check.broken.map(({ rule, rows }) => `${ruleText(rule)}: ${counted(rows, 'violation')}`)} />
          <p>
            Nothing was repaired automatically. Contact your administrator: on the server,{' '}
            <code>npm run check-ledger -- --rows</code> shows where.
          </p>
        </>
      )
  }
}

function Rules({ rules }: Readonly<{ rules: readonly string[] }>) {
  return (
    <ul className={classes['rules']}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )
}
