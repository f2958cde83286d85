import { formatQuantity } from '../../contract/quantity.ts'
import type { TransactionsSummary } from '../../contract/transactions-report.ts'
import { stepText } from './step-text.ts'
import classes from './columns-chart.module.css'

/** The same in words. */
export function ChartWords({ step, steps }: Pick<TransactionsSummary, 'step' | 'steps'>) {
  return (
    <table className={classes['words']}>
      <caption>Units in and out over time</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Units in</th>
          <th scope="col">Units out</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ begins, units_in, units_out }) => (
          <tr key={begins}>
            <th scope="row">{stepText(step, begins)}</th>
            <td>{formatQuantity(units_in)}</td>
            <td>{formatQuantity(units_out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
