import { Button } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { ProductToCount } from '../../contract/stock-counts.ts'
import { NumberField } from '../kit/number-field.tsx'
import { saveLabel } from '../stock/save-label.ts'
import { Link } from '../ui/link.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './stock-counts.module.css'
import { useCount } from './use-count.ts'

type CountLineProps = Readonly<{
  product: ProductToCount
  location_id: string
  /** The field gets the focus when the line appears. */
  focused?: boolean
  /** How many of its units the camera has scanned. */
  scanned?: number
  onCounted: (product_id: string) => void
}>

/**
 * A product to count: what should be there, a field for each lot, and a button that says what it will do. Enter saves
 * and goes on to the next product.
 */
export function CountLine({ product, location_id, focused = false, scanned = 0, onCounted }: CountLineProps) {
  const { product_name, product_sku, product_image, on_hand, lots } = product
  const count = useCount(product, location_id, scanned, onCounted)
  const line = useRef<HTMLDivElement>(null)
  const hasLots = lots.length > 1 || lots[0]?.lot_number !== ''

  // The line goes once it is saved: the focus moves first.
  const save = (next: 'input' | 'button') => {
    if (count.save()) nextOf(line.current, next)?.focus()
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || count.isNothingTyped) return
    event.preventDefault()
    save('input')
  }
  return (
    <div ref={line} className={classes['line']} data-line={product_sku} data-lots={hasLots || undefined}>
      <Thumbnail src={product_image} size={40} />
      <div className={classes['names']}>
        <Link to={recordAddress('product', product.product_id)} className={classes['name']}>
          {product_name}
        </Link>
        <span className={classes['quiet']}>
          {product_sku} · {formatQuantity(on_hand)} on hand
          {scanned > 0 && ` · ${formatQuantity(scanned)} scanned`}
        </span>
      </div>
      <div className={classes['fields']}>
        {lots.map((lot, index) => (
          <NumberField
            key={lot.lot_id}
            {...(hasLots
              ? { label: lotLabel(lot), 'aria-label': `${lotLabel(lot)}, counted units of ${product_name}` }
              : { 'aria-label': `Counted units of ${product_name}` })}
            steppers
            stepsFrom={lot.on_hand}
            data-count
            {...(focused && index === 0 ? { autoFocus: true } : {})}
            value={count.typed[lot.lot_id] ?? ''}
            onChange={(value) => count.type(lot.lot_id, value)}
            onKeyDown={keys}
            error={count.problems[lot.lot_id]}
          />
        ))}
      </div>
      <Button
        className={classes['save'] ?? ''}
        data-save
        variant={count.isNothingTyped ? 'default' : 'filled'}
        loading={count.pending}
        aria-label={count.isNothingTyped ? `Matches: ${product_name}` : undefined}
        onClick={() => save('button')}
      >
        {count.isNothingTyped ? 'Matches' : saveLabel(count.difference ?? 0)}
      </Button>
      {count.failure && (
        <p role="alert" className={classes['failure']}>
          {count.failure}
        </p>
      )}
    </div>
  )
}

function lotLabel({ lot_number, on_hand }: ProductToCount['lots'][number]): string {
  return `${lot_number === '' ? 'No lot' : `Lot ${lot_number}`} · ${formatQuantity(on_hand)}`
}

/** The field or button of the next line; after the last one, the search for a product. */
function nextOf(line: HTMLElement | null, kind: 'input' | 'button'): HTMLElement | null {
  const next = line?.closest('li')?.nextElementSibling
  const found = next?.querySelector<HTMLElement>(kind === 'input' ? 'input[data-count]' : 'button[data-save]')
  return found ?? document.querySelector<HTMLElement>('[data-find-product]')
}
