import { formatQuantity } from '../../contract/quantity.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import classes from './number-strip.module.css'
import { numberLabels } from './labels.ts'

type NumberStripProps = Readonly<{
  numbers: readonly ExplainedNumber[]
  balances: Record<ExplainedNumber, number>
  value: ExplainedNumber
  onChange: (number: ExplainedNumber) => void
}>

/**
 * The numbers of a product side by side; one of them is explained. A group of radio buttons: arrow keys move between
 * them.
 */
export function NumberStrip({ numbers, balances, value, onChange }: NumberStripProps) {
  return (
    <fieldset className={classes['root']}>
      <legend className={classes['hidden']}>Stock figure</legend>
      {numbers.map((number) => (
        <label key={number} className={classes['number']}>
          <input
            type="radio"
            name="explained-number"
            value={number}
            checked={number === value}
            onChange={() => onChange(number)}
            className={classes['hidden']}
          />
          <span className={classes['label']}>{numberLabels[number]}</span>
          <span className={classes['value']}>{formatQuantity(balances[number])}</span>
        </label>
      ))}
    </fieldset>
  )
}
