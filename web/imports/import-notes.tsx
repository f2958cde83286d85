import { IconInfoCircle } from '@tabler/icons-react'
import { byCount } from '../../contract/counted-nouns.ts'
import type { ImportResult } from '../../contract/imports.ts'
import { Card } from '../ui/card.tsx'
import classes from './import-result.module.css'

/** The rows that an import skipped and the columns it ignored, so that nothing is missed silently. */
export function ImportNotes({ result: { counts, notices } }: { result: ImportResult }) {
  const { already_imported } = counts.transactions
  const notes = [
    ...(already_imported > 0 ? [skippedText(already_imported)] : []),
    // What the check announced.
    ...notices,
  ]
  if (notes.length === 0) return null
  return (
    <Card title="Skipped rows and notes" flush>
      <ul className={classes['notes']} aria-label="Skipped rows and notes">
        {notes.map((note) => (
          <li key={note}>
            <IconInfoCircle size={16} stroke={1.7} aria-hidden />
            <span>{note}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function skippedText(rows: number): string {
  return byCount(rows, {
    one: '{count} transaction was skipped because an earlier import included it.',
    other: '{count} transactions were skipped because an earlier import included them.',
  })
}
