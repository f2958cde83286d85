import { useMediaQuery } from '@mantine/hooks'
import { counted } from '../../contract/counted-nouns.ts'
import { Card } from '../ui/card.tsx'
import { totalsOf, waitingFirst } from './document-lines.ts'
import { LineList } from './line-list.tsx'
import { LineTable, type LineTableProps } from './line-table.tsx'
import { LinesProgress } from './lines-progress.tsx'

type LinesCardProps = Omit<LineTableProps, 'totals'>

/** The items of an order with their progress: one bar, a column per stage, and a row of totals. */
export function LinesCard({ stages, lines, total, isPart }: LinesCardProps) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const totals = totalsOf(stages, lines)
  const units = totals.ordered === null ? '' : `, ${counted(totals.ordered, 'unit')}`
  const count = `${counted(lines.length, 'product')}${units}`
  return (
    <Card title="Order Items" note={phone ? count : String(lines.length)} flush>
      {!isPart && <LinesProgress parts={totals.parts} rest={totals.rest} />}
      {phone ? (
        <LineList stages={stages} lines={waitingFirst(lines)} />
      ) : (
        <LineTable stages={stages} lines={lines} totals={totals} total={total} isPart={isPart} />
      )}
    </Card>
  )
}
