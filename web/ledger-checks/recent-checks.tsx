import { counted } from '../../contract/counted-nouns.ts'
import type { LedgerCheck } from '../../contract/ledger-checks.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import classes from './recent-checks.module.css'

type Check = LedgerCheck['recent'][number]

/** The results of the latest checks, newest first. Nothing while there is only the one above. */
export function RecentChecks({ recent }: Readonly<{ recent: readonly Check[] }>) {
  if (recent.length < 2) return null
  return (
    <Card title="Recent checks" flush>
      <ul className={classes['list']}>
        {recent.map((check) => {
          const [tone, text] = resultOf(check)
          return (
            <li key={check.checked_at}>
              <Moment at={check.checked_at} as="dated" />
              <StatusBadge tone={tone}>{text}</StatusBadge>
              <span className={classes['rules']}>{counted(check.rule_count, 'rule')}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function resultOf({ broken_count, unfinished_count }: Check): readonly [tone: Tone, text: string] {
  if (broken_count > 0) return ['red', `${broken_count} violated`]
  if (unfinished_count > 0) return ['amber', `${unfinished_count} not checked`]
  return ['green', 'All hold']
}
