import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useGradually } from '../kit/use-gradually.ts'
import { useSaveKeys } from '../kit/use-save-keys.ts'
import { lineWidths } from './line-widths.ts'
import { OrderLineRow } from './order-line-row.tsx'
import { availableText, type OrderLineValues, quantityProblem, wantedOf } from './order-line.ts'
import classes from './order-lines.module.css'
import { type EditedLines, useOrderLines } from './use-order-lines.ts'

/** What can no longer be changed in a line, and its note. */
export type LineState = Readonly<{
  /** The product is fixed, and the line stays: part of it was received or shipped. */
  started: boolean
  /** Under the product's name: "4 of 10 received". */
  note: string | null
  /** How many decimals its product's quantities have; undefined for a line that isn't saved. */
  quantity_decimals?: number
}>

export type OrderLinesProps = EditedLines &
  Readonly<{
    /** By path: `lines.0.quantity`. */
    errors: Readonly<Record<string, ReactNode>>
    stateOf: (line: OrderLineValues) => LineState
    readOnly: boolean
    /**
     * Shows below a new line's quantity what was available of its product when it was chosen: at all locations, or of
     * all `in_all`.
     */
    availability?: 'shown' | 'in_all'
    /** Another button, which adds lines with the given function. */
    otherAdd?: (addLines: (added: readonly OrderLineValues[]) => void) => ReactNode
  }>

const lineHeightPx = () => 57

/**
 * The lines of an order: product, quantity, unit price, amount. Designed for the keyboard: choosing a product moves to
 * its quantity, Enter moves to the next line, and adds one at the end. Only the line being edited re-renders.
 */
export function OrderLines(props: OrderLinesProps) {
  const { lines, errors, readOnly, stateOf, otherAdd } = props
  const saveKeys = useSaveKeys()
  const drawn = useGradually(lines, lineHeightPx)
  const list = useRef<HTMLDivElement>(null)
  const { chosen, change, choose, add, addLines, remove, enter, scan } = useOrderLines(props, list)
  const wantedUnits = props.availability === undefined ? null : wantedOf(lines)
  const problemOf = (line: OrderLineValues) =>
    quantityProblem(line, stateOf(line).quantity_decimals ?? chosen.get(line.product_id)?.quantity_decimals)
  const availabilityOf = ({ id, product_id }: OrderLineValues) => {
    const there = chosen.get(product_id)?.stock.to_promise
    const wants = wantedUnits?.get(product_id) ?? 0
    if (wantedUnits === null || id !== undefined || there === undefined) return { available: undefined, isShort: false }
    return { available: availableText(there, wants, props.availability === 'in_all'), isShort: wants > there }
  }

  return (
    <div
      ref={list}
      className={classes['root']}
      style={lineWidths(lines)}
      data-readonly={readOnly || undefined}
      role="group"
      aria-label="Order Items"
    >
      {lines.length === 0 ? (
        <p className={classes['empty']} data-error={errors['lines'] ? true : undefined}>
          No items added yet. Click "Add Item" to start adding products.
        </p>
      ) : (
        <>
          <Head />
          <ol className={classes['lines']}>
            {drawn.map((line, index) => (
              <OrderLineRow
                {...availabilityOf(line)}
                key={line.key}
                line={line}
                stock={wantedUnits === null ? 'on_hand' : 'to_promise'}
                index={index}
                productError={errors[`lines.${index}.product_id`]}
                quantityError={errors[`lines.${index}.quantity`]}
                quantityProblem={problemOf(line)}
                priceError={errors[`lines.${index}.unit_price`] ?? errors[`lines.${index}.location_id`]}
                started={stateOf(line).started}
                note={stateOf(line).note}
                readOnly={readOnly}
                change={change}
                choose={choose}
                remove={remove}
                enter={enter}
                scan={scan}
              />
            ))}
          </ol>
        </>
      )}
      {!readOnly && (
        <div className={classes['add']}>
          <Button variant="default" size="compact-md" leftSection={<IconPlus size={15} />} onClick={add}>
            Add Item
          </Button>
          {otherAdd?.(addLines)}
          {lines.length > 0 && (
            <span className={classes['hint']}>Press Enter for the next item, {saveKeys} to save</span>
          )}
        </div>
      )}
    </div>
  )
}

/** The headings; screen readers read the labels of the fields. */
function Head() {
  return (
    <div className={classes['head']} aria-hidden>
      <span>Product</span>
      <span>Quantity</span>
      <span>Unit price</span>
      <span>Amount</span>
    </div>
  )
}
