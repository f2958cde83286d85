import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconCircleCheck } from '@tabler/icons-react'
import type { ImportCounts } from '../../contract/import-preview.ts'
import type { ImportRecord } from '../../contract/imports.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './import-result.module.css'
import { type TotalLine, totalLines } from './import-text.ts'

type ImportTotalsProps = Readonly<{
  /** What was written. */
  counts: ImportCounts
  /** What the preview showed; null if there was none. */
  checked: ImportCounts | null
  status: ImportRecord['status']
}>

/** The totals of an import, line by line, beside those of the preview. */
export function ImportTotals({ counts, checked: preview, status }: ImportTotalsProps) {
  const isUndone = status !== 'completed'
  // Once it was undone, the totals confirm nothing.
  const compared = isUndone ? null : preview
  const lines = totalLines(counts, compared)
  const shown = compared && totalLines(compared, counts)
  const checkedOf = (line: TotalLine) => shown?.find(({ label }) => label === line.label)
  const isSame = (line: TotalLine) => checkedOf(line)?.rows === line.rows && checkedOf(line)?.note === line.note
  return (
    <Card title="What was imported" flush className={classes['totals']}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes['unseen']}>Records</span>
            </th>
            {shown && <th scope="col">Preview</th>}
            <th scope="col">Imported</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">
                {isUndone ? line.label : <Link to={line.to}>{line.label}</Link>}
                <span className={classes['quiet']}>{line.note}</span>
              </th>
              {shown && <td className={classes['quiet']}>{figure(checkedOf(line))}</td>}
              <td>
                <span className={classes['imported']}>
                  {shown && isSame(line) && <IconCheck size={16} stroke={2} aria-hidden />}
                  {figure(line)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown && <Verdict isSame={lines.every(isSame)} />}
      {!isUndone && (
        <p className={classes['footnote']}>
          <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
          <span>Undo removes what was added and restores previous values. Anything used or changed since stays.</span>
        </p>
      )}
    </Card>
  )
}

function Verdict({ isSame }: { isSame: boolean }) {
  return (
    <p className={classes['footnote']} data-tone={isSame ? 'green' : 'amber'}>
      {isSame ? (
        <IconCircleCheck size={16} stroke={1.7} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      )}
      {isSame
        ? 'All totals match the preview.'
        : 'Some totals differ from the preview because records changed in between.'}
    </p>
  )
}

function figure(line: TotalLine | undefined): string {
  if (!line) return '–'
  return line.label === 'Units' ? formatChange(line.rows) : formatQuantity(line.rows)
}
