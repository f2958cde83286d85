import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import type { LedgerCheck } from '../../contract/ledger-checks.ts'
import { Card } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './rules-card.module.css'
import { resultsByGroup, type RuleResult } from './words.ts'

/** Every rule of the last check with its result, by subject. Nothing before the first check. */
export function RulesCard({ check }: Readonly<{ check: LedgerCheck }>) {
  const groups = resultsByGroup(check)
  if (groups.length === 0) return null
  return (
    <Card title="Rules" note="What must hold for every record">
      <div className={classes['groups']}>
        {groups.map(({ title, results }) => (
          <section key={title}>
            <h3 className={classes['heading']}>{title}</h3>
            <ul className={classes['rules']}>
              {results.map((result) => (
                <Rule key={result.rule} {...result} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}

function Rule({ rule, text, violations }: RuleResult) {
  if (violations === 0)
    return (
      <li data-tone="green">
        <IconCheck size={16} stroke={2} className={classes['sign'] ?? ''} aria-label="Holds" role="img" />
        {text}
      </li>
    )
  const Sign = violations === null ? IconClock : IconAlertTriangle
  return (
    <li data-tone={violations === null ? 'amber' : 'red'}>
      <Sign size={16} stroke={1.8} className={classes['sign'] ?? ''} aria-hidden />
      <span className={classes['wrong']}>
        <strong>{text}</strong>
        <span className={classes['found']}>
          <StatusBadge tone={violations === null ? 'amber' : 'red'} dot={false}>
            {violations === null ? 'Not checked' : counted(violations, 'violation')}
          </StatusBadge>
          <code>{rule}</code>
        </span>
      </span>
    </li>
  )
}
