import type { ReactNode } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { ExplainedNumber } from '../../contract/explained-stock.ts'
import { formatCost, formatMoney } from '../ui/money.ts'
import type { Product } from '../../contract/products.ts'
import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { useToday } from '../kit/use-today.ts'
import { StockNumber } from '../stock/stock-number.tsx'
import { dueWords, shortDayText } from '../ui/day-text.ts'
import classes from './product-figures.module.css'

type ProductFiguresProps = Readonly<{ product: Product; stock: ProductStock | undefined }>

/** The product in five numbers, or seven if goods are on hold or in transit. Each stock number opens its movements. */
export function ProductFigures({ product, stock }: ProductFiguresProps) {
  const { on_hand, available, to_promise, reserved, incoming, held, in_transit, backordered } = product.stock
  const today = useToday()
  const count = stock?.locations.filter((location) => location.on_hand > 0).length
  const number = (account: ExplainedNumber, value: number) => (
    <StockNumber value={value} account={account} product={product.name} product_id={product.id} />
  )
  return (
    <Figures
      label="Stock in numbers"
      longest={Math.max(
        formatMoney(product.price).length,
        ...[on_hand, available, reserved, incoming, held, in_transit].map((value) => formatQuantity(value).length),
      )}
    >
      <Figure label="On hand" {...onHandNote(product, count)}>
        {number('on_hand', on_hand)}
      </Figure>
      <Figure label="Available" note={to_promise === available ? 'sellable' : promiseNote(available, to_promise)}>
        {number('available', available)}
      </Figure>
      <Figure label="Reserved" note={backordered > 0 ? `${formatQuantity(backordered)} backordered` : 'for orders'}>
        {number('reserved', reserved)}
      </Figure>
      <Figure label="Incoming" note={nextDelivery(stock, today) ?? (incoming > 0 ? 'from suppliers' : 'none due')}>
        {number('incoming', incoming)}
      </Figure>
      {held > 0 && (
        <Figure label="On hold" note="set aside">
          {number('held', held)}
        </Figure>
      )}
      {in_transit > 0 && (
        <Figure label="In transit" note="on its way">
          {number('in_transit', in_transit)}
        </Figure>
      )}
      <Figure label="Price" note={product.cost_is_known ? `cost ${formatCost(product.cost_price)}` : 'cost unknown'}>
        {formatMoney(product.price)}
      </Figure>
    </Figures>
  )
}

/** `22 sellable, 6 expired`: why not everything that is available can be sold. */
function promiseNote(available: number, to_promise: number): string {
  const expired = quantityOf(exactUnits(available) - exactUnits(to_promise))
  return `${formatQuantity(to_promise)} sellable, ${formatQuantity(expired)}\u00a0expired`
}

/** How far it is below its minimum, or where it is stored. */
function onHandNote({ stock }: Product, locations: number | undefined): { note: string; isWarning?: boolean } {
  const below = exactUnits(stock.minimum) - exactUnits(stock.on_hand)
  if (stock.is_low && below > 0n) return { note: `${formatQuantity(quantityOf(below))} below minimum`, isWarning: true }
  if (stock.is_low && stock.minimum > 0) return { note: 'at its minimum', isWarning: true }
  return { note: locations === undefined ? '' : locationCountText(locations) }
}

/** The day of the next delivery, `due 3 Dec`, and whether it is late. */
function nextDelivery(stock: ProductStock | undefined, today: string): string | null {
  const { expected_date: day, is_late = false } = stock?.deliveries[0] ?? {}
  return day ? `${dueWords(is_late)} ${shortDayText(day, today)}` : null
}

/** `2 locations`, `at no location`. */
export function locationCountText(count: number): string {
  if (count === 0) return 'at no location'
  return counted(count, 'location')
}

/** More characters don't fit into a figure of full size. */
const fullSize = 9

type FiguresProps = Readonly<{
  label: string
  /** The length of the longest number; long ones are smaller, so that all of them stay in a row. */
  longest?: number
  children: ReactNode
}>

/** Figures side by side. While the movements behind one are shown, it is tinted. */
export function Figures({ label, longest = 0, children }: FiguresProps) {
  return (
    <div className={classes['box']}>
      <dl className={classes['root']} aria-label={label} data-long={longest > fullSize || undefined}>
        {children}
      </dl>
    </div>
  )
}

type FigureProps = Readonly<{ label: string; note: string; isWarning?: boolean; wide?: boolean; children: ReactNode }>

/** A labeled figure; a `wide` one takes more space than a count of units. */
export function Figure({ label, note, isWarning = false, wide = false, children }: FigureProps) {
  return (
    <div className={classes['figure']} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes['value']}>{children}</span>
        <span className={classes['note']} data-warning={isWarning || undefined}>
          {note}
        </span>
      </dd>
    </div>
  )
}
