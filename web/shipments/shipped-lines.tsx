import { Button } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import type { SalesOrderLine } from '../../contract/sales-orders.ts'
import lineClasses from '../orders/quantity-lines.module.css'
import { QuantityLines } from '../orders/quantity-lines.tsx'
import classes from './shipping.module.css'
import { leftToShip, noLongerLeft, type ShippableLine, waitsFor } from './shipped-quantities.ts'

type ShippedLinesProps = Readonly<{
  lines: readonly ShippableLine[]
  /** All lines of the order. */
  orderLines: readonly Pick<SalesOrderLine, 'id' | 'product_name'>[]
  /** The location the order ships from, if it is only one. */
  location_name: string | null
  quantities: Readonly<Record<string, number | string>>
  onChange: (quantities: Record<string, number | string>) => void
  error: ReactNode
  /** The first quantity is where the dialog begins. */
  isFirstFocused?: boolean
}>

/** The quantity of each line in a shipment. */
export function ShippedLines(props: ShippedLinesProps) {
  const { lines, orderLines, location_name, isFirstFocused, ...quantityLines } = props
  const { quantities, onChange, error } = quantityLines
  const noteOf = useCallback(
    (line: ShippableLine) => <Note line={line} location_name={location_name} />,
    [location_name],
  )
  if (lines.length === 0)
    return (
      <p role="status" className={lineClasses['error']}>
        Nothing in this order is left to ship.
      </p>
    )
  const gone = noLongerLeft(orderLines, lines, quantities)
  const waiting = waitsFor(lines, quantities)
  return (
    <div>
      <div className={classes['linesHead']}>
        <span>Items to ship</span>
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          onClick={() => onChange(Object.fromEntries(lines.map((line) => [line.id, line.remaining])))}
        >
          Ship all remaining
        </Button>
      </div>
      <QuantityLines
        lines={lines}
        mostOf={({ remaining }) => remaining}
        noteOf={noteOf}
        {...quantityLines}
        {...(isFirstFocused === undefined ? {} : { isFirstFocused })}
      />
      {gone && (
        <p role="status" className={classes['waits']}>
          {gone}
        </p>
      )}
      {waiting && !error && (
        <p role="status" className={classes['waits']}>
          {waiting}
        </p>
      )}
    </div>
  )
}

function Note({ line, location_name }: { line: ShippableLine; location_name: string | null }) {
  const { left, available } = leftToShip(line, location_name)
  return (
    <>
      {line.product_sku} · {left}
      {available && <span className={classes['short']}> · {available}</span>}
    </>
  )
}
