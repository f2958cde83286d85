import { limits } from '../../contract/limits.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import classes from './current-stock.module.css'
import { onHandAt } from './may-take.ts'

type NamedLocation = Readonly<{ id: string; name: string }>

type TransferOutcomeProps = Readonly<{
  stock: ProductStock
  from: NamedLocation
  /** Null if the caller can't read its stock. */
  to: NamedLocation | null
  quantity: number
  /** The units are in transit first: only the source changes now. */
  isOnItsWay: boolean
}>

/** What a transfer changes: "Main Warehouse 37 → 36 · Workbench 4 → 5". */
export function TransferOutcome({ stock, from, to, quantity, isOnItsWay }: TransferOutcomeProps) {
  return (
    <p role="status" className={classes['root']}>
      <Change name={from.name} before={onHandAt(stock, from.id)} by={-quantity} />
      {to && ' · '}
      {to &&
        isOnItsWay &&
        `${to.name} ${formatQuantity(onHandAt(stock, to.id))}, ${formatQuantity(quantity)} in transit`}
      {to && !isOnItsWay && <Change name={to.name} before={onHandAt(stock, to.id)} by={quantity} />}
    </p>
  )
}

function Change({ name, before, by }: Readonly<{ name: string; before: number; by: number }>) {
  const after = roundTo(before + by, limits.quantityDecimalsMax)
  return (
    <>
      {name} {formatQuantity(before)} → <strong>{formatQuantity(after)}</strong>
    </>
  )
}
