import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { formatCost } from '../ui/money.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { NumberField } from '../kit/number-field.tsx'
import { type ListedProduct, ProductPicker } from '../stock/product-picker.tsx'
import { Link } from '../ui/link.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { amountOf, type LineField, type OrderLineValues } from './order-line.ts'
import classes from './order-lines.module.css'

/** Everything in a row stays the same object while another row is edited. */
type RowProps = Readonly<{
  line: OrderLineValues
  index: number
  productError: ReactNode
  quantityError: ReactNode
  /** Shown once the quantity isn't being typed. */
  quantityProblem: string | undefined
  priceError: ReactNode
  started: boolean
  note: string | null
  available: string | undefined
  isShort: boolean
  /** The stock shown beside each product to choose. */
  stock: 'on_hand' | 'to_promise'
  readOnly: boolean
  change: (index: number, fields: Partial<OrderLineValues>) => void
  choose: (index: number, product_id: string, product: ListedProduct | null, typed: string) => void
  remove: (index: number) => void
  enter: (event: KeyboardEvent, index: number, field: LineField) => void
  scan: (code: string) => void
}>

/** One line of an order, re-rendered only when it changes. */
export const OrderLineRow = memo(function OrderLineRow(props: RowProps) {
  const { line, index, started, note, readOnly, change, enter } = props
  const name = line.product_name || `Item ${index + 1}`
  return (
    <li className={classes['line']} data-line={index}>
      <div className={classes['product']}>
        <Product {...props} name={name} />
      </div>
      {line.product_id !== '' && (
        <p className={classes['note']}>{[line.product_sku, note].filter(Boolean).join(' · ')}</p>
      )}
      <div className={classes['quantity']} data-label="Quantity">
        {readOnly ? <Quantity value={Number(line.quantity)} /> : <QuantityField {...props} name={name} />}
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
            onScan={props.scan}
            onFocus={(event) => event.currentTarget.select()}
            error={props.priceError}
          />
        )}
      </div>
      <div className={classes['amount']} data-label="Amount">
        <Money value={amountOf(line)} />
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

/** The quantity, with what is available of the product. */
function QuantityField({ line, index, name, ...props }: RowProps & { name: string }) {
  // A problem of the number appears when the field is left: on the way to 12.5, 12. isn't wrong.
  const [isTyping, setTyping] = useState(false)
  return (
    <NumberField
      data-field="quantity"
      aria-label={`Quantity of ${name}`}
      value={line.quantity}
      onChange={(quantity) => props.change(index, { quantity })}
      onKeyDown={(event) => props.enter(event, index, 'quantity')}
      onScan={props.scan}
      onFocus={(event) => {
        setTyping(true)
        event.currentTarget.select()
      }}
      onBlur={() => setTyping(false)}
      error={props.quantityError ?? (isTyping ? undefined : props.quantityProblem)}
      inputWrapperOrder={['input', 'description', 'error']}
      description={
        props.available && (
          <span className={classes['available']} data-short={props.isShort || undefined}>
            {props.available}
          </span>
        )
      }
    />
  )
}

/** A chosen product is shown by name; a button clears it. A line without a product asks for one. */
function Product({ line, index, stock, started, readOnly, choose, productError, name }: RowProps & { name: string }) {
  if (line.product_id === '')
    return (
      <ProductPicker
        data-field="product"
        aria-label={`Product of item ${index + 1}`}
        label={undefined}
        value=""
        stock={stock}
        onChange={(product_id, product, typed) => choose(index, product_id, product, typed)}
        error={productError}
      />
    )
  return (
    <span className={classes['chosen']}>
      <span className={classes['names']}>
        <Link to={recordAddress('product', line.product_id)} className={classes['name']}>
          {name}
        </Link>
        {productError !== undefined && <span className={classes['error']}>{productError}</span>}
      </span>
      {!readOnly && !started && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          data-field="product"
          aria-label={`Change ${name}`}
          onClick={() => choose(index, '', null, '')}
        >
          Change
        </Button>
      )}
    </span>
  )
}
