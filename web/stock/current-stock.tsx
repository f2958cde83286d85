import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import classes from './current-stock.module.css'
import { mayTake, onHandAt } from './may-take.ts'

type CurrentStockProps = Readonly<{
  /** Undefined before a product is chosen and while its stock is read: the line stands there already, so that nothing moves under the pointer. */
  stock: ProductStock | undefined
  location_id: string | null
  /** The reason that takes goods; null when none does. */
  reason_code: string | null
}>

/** What is there of the chosen product, at the chosen place, and how much of it the chosen reason may take. Live. */
export function CurrentStock({ stock, location_id, reason_code }: CurrentStockProps) {
  if (!stock) return <p className={classes['root']}>Current stock: –</p>
  const place = stock.locations.find((one) => one.location_id === location_id)
  const onHand = onHandAt(stock, location_id)
  const takeable = reason_code === null ? null : mayTake(stock, reason_code, location_id)
  return (
    <p className={classes['root']} role="status">
      Current stock{place ? ` at ${place.location_name}` : ''}: <strong>{formatQuantity(onHand)}</strong>
      {takeable !== null && takeable !== onHand && (
        <>
          {' '}
          · this reason may take <strong>{formatQuantity(takeable)}</strong>
        </>
      )}
    </p>
  )
}
