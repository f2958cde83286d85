import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrder, SalesOrderLine } from '../../contract/sales-orders.ts'
import lineClasses from '../documents/quantity-lines.module.css'
import { NumberField } from '../kit/number-field.tsx'
import { short } from '../ui/short.ts'
import classes from './shipping.module.css'
import { whyNotReady } from './shipped-quantities.ts'

type ShippedLinesProps = Readonly<{
  order: Pick<SalesOrder, 'lines' | 'location_name'>
  quantities: Readonly<Record<string, number | string>>
  onChange: (quantities: Record<string, number | string>) => void
  error: ReactNode
}>

/** How much of each line goes into a shipment; what is ready is filled in. */
export function ShippedLines({ order, quantities, onChange, error }: ShippedLinesProps) {
  const left = order.lines.filter((line) => line.remaining > 0)
  if (left.length === 0) return <p className={lineClasses['error']}>Nothing of this order is left to ship.</p>
  return (
    <div>
      <div className={classes['linesHead']}>
        <span>Items to ship</span>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(Object.fromEntries(left.map((line) => [line.id, line.remaining])))}
        >
          All that is left
        </Button>
      </div>
      <ul className={lineClasses['lines']}>
        {left.map((line) => (
          <li key={line.id}>
            <div>
              <div className={classes['name']} title={line.product_name}>
                {line.product_name}
              </div>
              <Note line={line} location_name={order.location_name} />
            </div>
            <NumberField
              steppers
              aria-label={`Quantity of ${short(line.product_name)}`}
              value={quantities[line.id] ?? ''}
              onChange={(quantity) => onChange({ ...quantities, [line.id]: quantity })}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className={lineClasses['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

function Note({ line, location_name }: { line: SalesOrderLine; location_name: string | null }) {
  const why = whyNotReady(line, location_name)
  return (
    <span className={classes['note']}>
      {`${formatQuantity(line.remaining)} of ${formatQuantity(line.quantity)} left`}
      {why && <span className={classes['short']}> · {why}</span>}
    </span>
  )
}
