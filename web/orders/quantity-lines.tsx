import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { NumberField } from '../kit/number-field.tsx'
import { useGradually } from '../kit/use-gradually.ts'
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
  /** What is left of the line, below its product. The same function and lines until they change. */
  noteOf: (line: L) => ReactNode
  quantities: Quantities
  onChange: (quantities: Record<string, number | string>) => void
  /** What is wrong with the quantities. */
  error: ReactNode
  /** The first quantity is where the dialog begins. */
  isFirstFocused?: boolean
}>

/** The least height of a line, which has a field beside two lines of text. */
const lineHeightPx = 56

/** The quantities of an order's lines in a dialog. The field with the error is marked, so it gets the focus. */
export function QuantityLines<L extends QuantityLine>(props: QuantityLinesProps<L>) {
  const { lines, mostOf, noteOf, quantities, onChange, error, isFirstFocused = false } = props
  const isPossible = (line: L) => {
    const quantity = Number(quantities[line.id] ?? 0)
    return quantity >= 0 && quantity <= mostOf(line)
  }
  const wrong = error ? (lines.find((line) => !isPossible(line)) ?? lines[0]) : undefined
  const drawn = useGradually(lines, () => lineHeightPx)
  // The callback stays the same function, so that other lines don't re-render while one is typed.
  const current = useRef({ quantities, onChange })
  useLayoutEffect(() => {
    current.current = { quantities, onChange }
  })
  const change = useCallback((id: string, quantity: number | string) => {
    const now = current.current
    now.onChange({ ...now.quantities, [id]: quantity })
  }, [])
  return (
    <>
      <ul className={classes['lines']}>
        {drawn.map((line, index) => (
          <Row
            key={line.id}
            line={line}
            noteOf={noteOf}
            quantity={quantities[line.id] ?? ''}
            isWrong={line === wrong}
            isFocused={isFirstFocused && index === 0}
            onChange={change}
          />
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

type RowProps<L extends QuantityLine> = Readonly<{
  line: L
  noteOf: (line: L) => ReactNode
  quantity: number | string
  isWrong: boolean
  isFocused: boolean
  onChange: (id: string, quantity: number | string) => void
}>

function PlainRow<L extends QuantityLine>({ line, noteOf, quantity, isWrong, isFocused, onChange }: RowProps<L>) {
  return (
    <li>
      <div>
        <div className={classes['name']} title={line.product_name}>
          {line.product_name}
        </div>
        <span className={classes['note']}>{noteOf(line)}</span>
      </div>
      <NumberField
        steppers
        data-autofocus={isFocused || undefined}
        aria-label={`Quantity of ${short(line.product_name)}${line.lot ?? ''}`}
        value={quantity}
        onChange={(typed) => onChange(line.id, typed)}
        error={isWrong}
      />
    </li>
  )
}

/** Re-rendered only when it changes: with 1,000 lines, each key took a second. */
const Row = memo(PlainRow) as unknown as <L extends QuantityLine>(props: RowProps<L>) => ReactNode
