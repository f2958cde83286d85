import { limits } from '../../contract/limits.ts'
import { formatChange, formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { TransactionsSummary } from '../../contract/transactions-report.ts'
import { Figure, Figures } from '../products/product-figures.tsx'
import { Card } from '../ui/card.tsx'
import { ColumnsChart } from './columns-chart.tsx'

type HistorySummaryProps = Readonly<{
  summary: TransactionsSummary
  /** Opening stock is among other transactions. */
  withOpenings: boolean
}>

/** Units in and out, in total and over time. */
export function HistorySummary({ summary, withOpenings }: HistorySummaryProps) {
  const { transactions, units_in, units_out, units_have_sum, step, steps } = summary
  if (!units_have_sum) return <CountedOnly transactions={transactions} />
  return (
    <>
      <Figures label="History in numbers">
        <Figure label="Transactions" note="entries">
          {formatQuantity(transactions)}
        </Figure>
        <Figure label="Units in" note="added to stock">
          {formatQuantity(units_in)}
        </Figure>
        <Figure label="Units out" note="taken from stock">
          {formatQuantity(units_out)}
        </Figure>
        <Figure label="Net change" note={withOpenings ? 'in minus out, including opening stock' : 'in minus out'}>
          {formatChange(netOf(summary))}
        </Figure>
      </Figures>
      <Card title={`Units In and Out by ${{ day: 'Day', week: 'Week', month: 'Month', year: 'Year' }[step]}`}>
        <ColumnsChart step={step} steps={steps} />
      </Card>
    </>
  )
}

/** Units of different measures have no sum. */
function CountedOnly({ transactions }: Pick<TransactionsSummary, 'transactions'>) {
  return (
    <Figures label="History in numbers">
      <Figure
        wide
        label="Transactions"
        note="Some products are counted in decimals. Choose a product to see units in and out."
      >
        {formatQuantity(transactions)}
      </Figure>
    </Figures>
  )
}

/** Sums of at most four decimals: their difference has no more. */
export function netOf({ units_in, units_out }: TransactionsSummary): number {
  return roundTo(units_in - units_out, limits.quantityDecimalsMax)
}
