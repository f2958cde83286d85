import { formatCost, formatMoney } from './money.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'
import classes from './tabular.module.css'

/** An amount: `$1,234.50`; a unit cost has up to four decimals. A missing value is a dash. */
export function Money({ value, cost = false }: { value: number | null | undefined; cost?: boolean }) {
  return value === null || value === undefined ? (
    <Nothing />
  ) : (
    <span className={classes['number']}>{cost ? formatCost(value) : formatMoney(value)}</span>
  )
}

/** Units: `1,234`, with their decimals. A missing value is a dash; with `zeroAsDash` 0 is one, too. */
export function Quantity({ value, zeroAsDash = false }: { value: number | null | undefined; zeroAsDash?: boolean }) {
  const nothing = value === null || value === undefined || (zeroAsDash && value === 0)
  return nothing ? <Nothing /> : <span className={classes['number']}>{formatQuantity(value)}</span>
}

/** A signed change: green and `+`, red and `−`. */
export function Change({ value }: { value: number }) {
  const sign = value > 0 ? 'up' : value < 0 ? 'down' : undefined
  return (
    <span className={classes['number']} data-sign={sign}>
      {formatChange(value)}
    </span>
  )
}

function Nothing() {
  return <span className={classes['nothing']}>–</span>
}
