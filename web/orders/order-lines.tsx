import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { formatCost, lineAmount } from '../../contract/money.ts'
import { NumberField } from '../kit/number-field.tsx'
import { useSaveKeys } from '../kit/use-save-keys.ts'
import { type ListedProduct, ProductPicker } from '../stock/product-picker.tsx'
import { Link } from '../ui/link.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { availableText, blankLine, type OrderLineValues, wantedOf } from './order-line.ts'
import classes from './order-lines.module.css'

/** What may not be changed of a line any more, and what stands beside it. */
export type LineState = Readonly<{
  /** The product is fixed, and the line stays: something of it was received or shipped. */
  started: boolean
  /** Under the product's name: "4 of 10 received". */
  note: string | null
}>

type Field = 'product' | 'quantity' | 'unit_price'

export type OrderLinesProps = Readonly<{
  lines: readonly OrderLineValues[]
  /** By path: `lines.0.quantity`. */
  errors: Readonly<Record<string, ReactNode>>
  onChange: (lines: OrderLineValues[], touched: readonly string[]) => void
  /** What picking a product puts into the unit price. */
  priceOf: (product: ListedProduct) => number
  stateOf: (line: OrderLineValues) => LineState
  readOnly: boolean
  /**
   * Says below the quantity of a new line what was available of its product when it was chosen: at all locations, or of
   * all `in_all`.
   */
  availability?: 'shown' | 'in_all'
  /** Where a new line's goods go. */
  location_id?: string | null
}>

/**
 * The lines of an order: product, quantity, unit price, amount. Made for the keyboard: choosing a product leads to its
 * quantity, Enter leads on to the next line and makes one at the end. Only the line that is typed in is drawn anew.
 */
export function OrderLines(props: OrderLinesProps) {
  const { lines, errors, readOnly, stateOf } = props
  const saveKeys = useSaveKeys()
  const list = useRef<HTMLDivElement>(null)
  // Rows keep their handlers for ever and ask here for what is current: so that a hundred rows stay as they are while
  // one is typed in.
  const current = useRef(props)
  useLayoutEffect(() => {
    current.current = props
  })

  // Not kept with the form: by the time it is opened again the figures would be others.
  const [available, setAvailable] = useState<ReadonlyMap<string, number>>(new Map())
  const wantedUnits = props.availability === undefined ? null : wantedOf(lines)

  // No key may fall between two fields: what is there gets the focus at once, what is about to be drawn as soon as it
  // stands.
  const wanted = useRef<string | null>(null)
  const take = useCallback(() => {
    const found = wanted.current === null ? null : list.current?.querySelector<HTMLElement>(wanted.current)
    if (!found) return
    wanted.current = null
    found.focus()
  }, [])
  useLayoutEffect(take)
  const focusNext = useCallback((index: number, field: Field) => {
    wanted.current = `[data-line="${index}"] [data-field="${field}"]`
  }, [])
  const focus = useCallback(
    (index: number, field: Field) => {
      focusNext(index, field)
      take()
    },
    [focusNext, take],
  )
  const change = useCallback((index: number, fields: Partial<OrderLineValues>) => {
    const { lines: now, onChange } = current.current
    onChange(
      now.map((line, at) => (at === index ? { ...line, ...fields } : line)),
      Object.keys(fields).map((field) => `lines.${index}.${field}`),
    )
  }, [])
  const choose = useCallback(
    (index: number, product_id: string, product: ListedProduct | null) => {
      const { priceOf } = current.current
      if (product) setAvailable((known) => new Map(known).set(product_id, product.stock.to_promise))
      change(index, {
        product_id,
        product_name: product?.name ?? '',
        product_sku: product?.sku ?? '',
        ...(product ? { unit_price: priceOf(product) } : {}),
      })
      if (product) focus(index, 'quantity')
      else focusNext(index, 'product')
    },
    [change, focus, focusNext],
  )
  const add = useCallback(() => {
    const { lines: now, onChange, location_id } = current.current
    onChange([...now, blankLine(location_id)], ['lines'])
    focusNext(now.length, 'product')
  }, [focusNext])
  const remove = useCallback(
    (index: number) => {
      const { lines: now, onChange } = current.current
      onChange(
        now.filter((_line, at) => at !== index),
        now.map((_line, at) => `lines.${at}`),
      )
      focusNext(Math.max(0, index - 1), 'quantity')
    },
    [focusNext],
  )
  const enter = useCallback(
    (event: KeyboardEvent, index: number, field: Field) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (index === current.current.lines.length - 1) add()
      else focus(index + 1, field)
    },
    [add, focus],
  )

  const availabilityOf = ({ id, product_id }: OrderLineValues) => {
    const there = available.get(product_id)
    const wants = wantedUnits?.get(product_id) ?? 0
    if (wantedUnits === null || id !== undefined || there === undefined) return { available: undefined, isShort: false }
    return { available: availableText(there, wants, props.availability === 'in_all'), isShort: wants > there }
  }

  return (
    <div
      ref={list}
      className={classes['root']}
      data-reading={readOnly || undefined}
      role="group"
      aria-label="Order Items"
    >
      {lines.length === 0 ? (
        <p className={classes['empty']} data-error={errors['lines'] ? true : undefined}>
          No items added yet. Click "Add Item" to start adding products.
        </p>
      ) : (
        <>
          <div className={classes['head']} aria-hidden>
            <span>Product</span>
            <span>Quantity</span>
            <span>Unit price</span>
            <span>Amount</span>
          </div>
          <ol className={classes['lines']}>
            {lines.map((line, index) => (
              <Row
                {...availabilityOf(line)}
                key={line.key}
                line={line}
                index={index}
                productError={errors[`lines.${index}.product_id`]}
                quantityError={errors[`lines.${index}.quantity`]}
                priceError={errors[`lines.${index}.unit_price`] ?? errors[`lines.${index}.location_id`]}
                started={stateOf(line).started}
                note={stateOf(line).note}
                readOnly={readOnly}
                change={change}
                choose={choose}
                remove={remove}
                enter={enter}
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
          {lines.length > 0 && (
            <span className={classes['hint']}>Enter in a quantity leads to the next item, {saveKeys} saves</span>
          )}
        </div>
      )}
    </div>
  )
}

type RowProps = Readonly<{
  line: OrderLineValues
  index: number
  productError: ReactNode
  quantityError: ReactNode
  priceError: ReactNode
  started: boolean
  note: string | null
  available: string | undefined
  isShort: boolean
  readOnly: boolean
  change: (index: number, fields: Partial<OrderLineValues>) => void
  choose: (index: number, product_id: string, product: ListedProduct | null) => void
  remove: (index: number) => void
  enter: (event: KeyboardEvent, index: number, field: Field) => void
}>

const Row = memo(function Row(props: RowProps) {
  const { line, index, started, note, readOnly, change, enter } = props
  const name = line.product_name || `Item ${index + 1}`
  return (
    <li className={classes['line']} data-line={index}>
      <div className={classes['product']}>
        <Product {...props} name={name} />
        {note !== null && <span className={classes['note']}>{note}</span>}
      </div>
      <div className={classes['quantity']} data-label="Quantity">
        {readOnly ? (
          <Quantity value={Number(line.quantity)} />
        ) : (
          <NumberField
            data-field="quantity"
            aria-label={`Quantity of ${name}`}
            value={line.quantity}
            onChange={(quantity) => change(index, { quantity })}
            onKeyDown={(event) => enter(event, index, 'quantity')}
            onFocus={(event) => event.currentTarget.select()}
            error={props.quantityError}
            inputWrapperOrder={['input', 'description', 'error']}
            description={
              props.available && (
                <span className={classes['available']} data-short={props.isShort || undefined}>
                  {props.available}
                </span>
              )
            }
          />
        )}
      </div>
      <div className={classes['price']} data-label="Unit price">
        {readOnly ? (
          formatCost(Number(line.unit_price))
        ) : (
          <NumberField
            data-field="unit_price"
            aria-label={`Unit price of ${name}`}
            money
            step={0.01}
            value={line.unit_price}
            onChange={(unit_price) => change(index, { unit_price })}
            onKeyDown={(event) => enter(event, index, 'unit_price')}
            onFocus={(event) => event.currentTarget.select()}
            error={props.priceError}
          />
        )}
      </div>
      <div className={classes['amount']} data-label="Amount">
        <Money value={lineAmount(line.quantity, line.unit_price)} />
      </div>
      {!readOnly && (
        <ActionIcon
          className={classes['remove']}
          size={36}
          disabled={started}
          aria-label={`Remove ${name}`}
          onClick={() => props.remove(index)}
        >
          <IconTrash size={17} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
})

/** A chosen product reads as its name; a button gives it up for another one. A line without one asks for it. */
function Product({ line, index, started, readOnly, choose, productError, name }: RowProps & { name: string }) {
  if (line.product_id === '')
    return (
      <ProductPicker
        data-field="product"
        aria-label={`Product of item ${index + 1}`}
        label={undefined}
        value=""
        onChange={(product_id, product) => choose(index, product_id, product)}
        error={productError}
      />
    )
  return (
    <span className={classes['chosen']}>
      <span className={classes['names']}>
        <Link to={`/products/${line.product_id}`} className={classes['name']}>
          {name}
        </Link>
        <span className={classes['sku']}>{line.product_sku}</span>
        {productError !== undefined && <span className={classes['error']}>{productError}</span>}
      </span>
      {!readOnly && !started && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          data-field="product"
          aria-label={`Change ${name}`}
          onClick={() => choose(index, '', null)}
        >
          Change
        </Button>
      )}
    </span>
  )
}
