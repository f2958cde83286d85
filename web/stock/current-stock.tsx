import { limits } from '../../contract/limits.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import classes from './current-stock.module.css'
import { mayTake, onHandAt } from './may-take.ts'

type CurrentStockProps = Readonly<{
  /**
   * Undefined before a product is chosen and while its stock is loading: the line keeps its place, so that nothing
   * moves under the pointer.
   */
  stock: ProductStock | undefined
  location_id: string | null
  /** The reason that removes stock; null if none does. */
  reason_code: string | null
  /** Shown without `stock`. */
  placeholder?: string
  /** The change of on hand by saving: then the line also shows the result, unless saving would be refused. */
  change?: number | undefined
}>

/** The stock of the chosen product at the chosen location, and how much of it the chosen reason may take. Live. */
export function CurrentStock({
  stock,
  location_id,
  reason_code,
  placeholder = 'Current stock: –',
  change = 0,
}: CurrentStockProps) {
  if (!stock) return <p className={classes['root']}>{placeholder}</p>
  const location = stock.locations.find((one) => one.location_id === location_id)
  const onHand = onHandAt(stock, location_id)
  const after = roundTo(onHand + change, limits.quantityDecimalsMax)
  const takeable = reason_code === null ? null : mayTake(stock, reason_code, location_id)
  const { reserved } = location ?? stock
  const isRefused = after < 0 || (takeable !== null && Math.abs(change) > takeable)
  return (
    <p className={classes['root']} role="status">
      Current stock{location ? ` at ${location.location_name}` : ''}: <strong>{formatQuantity(onHand)}</strong>
      {change !== 0 && !isRefused && (
        <>
          {' '}
          → <strong>{formatQuantity(after)}</strong>
        </>
      )}
      {takeable !== null && takeable !== onHand && (
        <>
          {reserved > 0 && reason_code !== 'qc_release' && ` · ${formatQuantity(reserved)} reserved`} · up to{' '}
          <strong>{formatQuantity(takeable)}</strong> can be {reason_code === 'qc_release' ? 'released' : 'removed'}
        </>
      )}
    </p>
  )
}
