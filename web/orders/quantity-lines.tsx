import type { ReactNode } from 'react'
import { NumberField } from '../kit/number-field.tsx'
import { short } from '../ui/short.ts'
import classes from './quantity-lines.module.css'

type Quantities = Readonly<Record<string, number | string>>
type QuantityLine = Readonly<{
  id: string
  product_name: string
  /** Tells lines of one product apart in the names of their fields: ` (lot A)`. */
  lot?: string
}>

type QuantityLinesProps<L extends QuantityLine> = Readonly<{
  lines: readonly L[]
  /** The most that can be chosen of a line. */
  mostOf: (line: L) => number
  /** What is left of the line, below its product. */
  noteOf: (line: L) => ReactNode
  quantities: Quantities
  onChange: (quantities: Record<string, number | string>) => void
  /** What is wrong with the quantities. */
  error: ReactNode
  /** The first quantity is where the dialog begins. */
  isFirstFocused?: boolean
}>

/** The quantities of an order's lines in a dialog. The field with the error is marked, so it gets the focus. */
export function QuantityLines<L extends QuantityLine>(props: QuantityLinesProps<L>) {
  const { lines, mostOf, noteOf, quantities, onChange, error, isFirstFocused = false } = props
  const isPossible = (line: L) => {
    const quantity = Number(quantities[line.id] ?? 0)
    return quantity >= 0 && quantity <= mostOf(line)
  }
  const wrong = error ? (lines.find((line) => !isPossible(line)) ?? lines[0]) : undefined
  return (
    <>
      <ul className={classes['lines']}>
        {lines.map((line, index) => (
          <li key={line.id}>
            <div>
              <div className={classes['name']} title={line.product_name}>
                {line.product_name}
              </div>
              <span className={classes['note']}>{noteOf(line)}</span>
            </div>
            <NumberField
              steppers
              data-autofocus={(isFirstFocused && index === 0) || undefined}
              aria-label={`Quantity of ${short(line.product_name)}${line.lot ?? ''}`}
              value={quantities[line.id] ?? ''}
              onChange={(quantity) => onChange({ ...quantities, [line.id]: quantity })}
              error={line === wrong}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className={classes['error']}>
          {error}
        </p>
      )}
    </>
  )
}
