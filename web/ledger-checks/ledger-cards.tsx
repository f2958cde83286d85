import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { readLedgerCheck, type LedgerCheck } from '../../contract/ledger-checks.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useRead } from '../kit/api.ts'
import { ErrorCard } from '../kit/error-state.tsx'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './ledger-cards.module.css'
import { LedgerSkeleton } from './ledger-skeleton.tsx'
import { RecentChecks } from './recent-checks.tsx'
import { RulesCard } from './rules-card.tsx'
import { stateOf, type LedgerState } from './words.ts'

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

/** The server's last comparison of all stored figures with the movements behind them: its result and rules. */
export function LedgerCards() {
  const { data, dataUpdatedAt, error, refetch } = useRead(readLedgerCheck, {})
  if (!data)
    return error ? (
      <ErrorCard error={error} fallback="Failed to load the check results" onRetry={() => void refetch()} />
    ) : (
      <LedgerSkeleton />
    )
  return (
    <div className={classes['cards']}>
      <Result check={data} state={stateOf(data, dataUpdatedAt)} />
      <RulesCard check={data} />
      <RecentChecks recent={data.recent} />
    </div>
  )
}

function Result({ check, state }: Readonly<{ check: LedgerCheck; state: LedgerState }>) {
  const Sign = signs[state]
  return (
    <Card flush>
      <div className={classes['result']} data-tone={tones[state]}>
        <span className={classes['sign']} aria-hidden>
          <Sign size={24} stroke={1.7} />
        </span>
        <div className={classes['text']}>
          <h2 className={classes['title']}>{titles[state]}</h2>
          <p>
            <Details state={state} checked_at={check.checked_at} />
          </p>
        </div>
      </div>
      <Figures check={check} />
    </Card>
  )
}

function Details({ state, checked_at }: Readonly<{ state: LedgerState; checked_at: string | null }>): ReactNode {
  const checked = checked_at !== null && (
    <>
      Checked <Moment at={checked_at} />.
    </>
  )
  switch (state) {
    case 'sound':
      return checked
    case 'unchecked':
      return 'The server checks a few minutes after it starts, and then once a day.'
    case 'late':
      return <>{checked} It should run every day. Contact your administrator.</>
    case 'unfinished':
      return <>{checked} Everything that was checked adds up.</>
    case 'broken':
      return (
        <>
          {checked} Nothing was repaired automatically. Contact your administrator: on the server,{' '}
          <code>npm run check-ledger -- --rows</code> shows where.
        </>
      )
  }
}

/** How much was compared; nothing for a check that didn't count it. */
function Figures({ check }: Readonly<{ check: LedgerCheck }>) {
  const { rules, broken, unfinished, posting_count, movement_count, units_on_hand } = check
  const holding = rules.length - broken.length - unfinished.length
  const figures = [
    ['Rules that hold', rules.length === 0 ? null : `${holding} of ${rules.length}`],
    ['Units on hand', units_on_hand],
    ['Postings', posting_count],
    ['Movements', movement_count],
  ] as const
  const known = figures.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl className={classes['figures']}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? formatQuantity(value) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
