import type { AuditEntry } from '../../contract/audit-trail.ts'
import { ChangedValue } from '../kit/changed-value.tsx'
import { fieldText, summaryOf, valueText } from '../kit/audit-text.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import classes from './audit-trail.module.css'

const tones: Readonly<Record<AuditEntry['action'], Tone>> = {
  created: 'gray',
  deleted: 'red',
  shared: 'brand',
  exported: 'gray',
  updated: 'gray',
}

/** A row's summary and, for an update, the first field from old to new. Opens the rest. */
export function ChangeSummary({ entry, onOpen }: Readonly<{ entry: AuditEntry; onOpen: () => void }>) {
  const { action, changes, more_changes } = entry
  const text = summaryOf(entry)
  const summary =
    action === 'updated' ? <StockSign text={text} /> : <StatusBadge tone={tones[action]}>{text}</StatusBadge>
  const [first] = changes
  const others = changes.length - 1 + more_changes
  return (
    <span className={classes['stack']}>
      {changes.length === 0 ? (
        <span>{summary}</span>
      ) : (
        <button type="button" className={classes['open']} onClick={onOpen}>
          {summary}
        </button>
      )}
      {action === 'updated' && first && (
        <span className={classes['values']}>
          <ChangedValue
            label={
              entry.stock && first.field === 'available' ? (first.of ?? '') : changes.length > 1 ? fieldText(first) : ''
            }
            before={valueText(first.field, first.before, entry.table_name)}
            after={valueText(first.field, first.after, entry.table_name)}
          />
          {others > 0 && ` and ${others} more`}
        </span>
      )}
    </span>
  )
}

/** The signed number of a stock change in its color. */
function StockSign({ text }: { text: string }) {
  const sign = /^Stock ([+−])/.exec(text)?.[1]
  if (!sign) return text
  return (
    <>
      Stock <span className={sign === '+' ? classes['up'] : classes['down']}>{text.slice('Stock '.length)}</span>
    </>
  )
}
