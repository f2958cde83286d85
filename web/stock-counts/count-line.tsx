import { Button } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { ProductToCount } from '../../contract/stock-counts.ts'
import { NumberField } from '../kit/number-field.tsx'
import { saveLabel } from '../stock/save-label.ts'
import { Link } from '../ui/link.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './stock-counts.module.css'
import { type FoundProduct, lotOfCode, type Scanned, unexpectedLots, unitsOf } from './count-values.ts'
import { useCount } from './use-count.ts'
import type { KeptLine } from './use-kept-counts.ts'

export type CountLineProps = Readonly<{
  product: ProductToCount
  location_id: string
  /** The quantities on hand aren't shown before the count is saved. */
  isBlind: boolean
  /** How it was found, if it was: the field of its lot gets the focus, unless the camera is scanning. */
  found?: FoundProduct
  /** A colleague counted it while this count was being entered. */
  isCountedMeanwhile?: boolean
  kept: KeptLine
  onCounted: (product_id: string) => void
}>

const nothing = {}

/**
 * A product to count: what should be there, a field for each lot, and a button that says what it will do. Enter saves
 * and goes on to the next product.
 */
export function CountLine(props: CountLineProps) {
  const { product, location_id, isBlind, found, isCountedMeanwhile = false, kept, onCounted } = props
  const { product_name, product_sku, product_image, lots } = product
  const scanned = found?.scanned ?? nothing
  const units = unitsOf(scanned)
  const count = useCount(product, { location_id, isBlind, scanned, kept, onCounted })
  const line = useRef<HTMLDivElement>(null)
  useFocusOnLot(line, product, found, units)
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
      <Names product={product} isBlind={isBlind} scanned={scanned} isCountedMeanwhile={isCountedMeanwhile} />
      <div className={classes['fields']}>
        {lots.map((lot) => (
          <NumberField
            key={lot.lot_id}
            {...(hasLots
              ? {
                  label: lotLabel(lot, isBlind),
                  'aria-label': `${lotLabel(lot, isBlind)}, counted units of ${product_name}`,
                }
              : { 'aria-label': `Counted units of ${product_name}` })}
            steppers
            stepsFrom={isBlind ? 0 : lot.on_hand}
            data-count
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
        // Without the quantity on hand, there is nothing to confirm.
        disabled={isBlind && count.isNothingTyped}
        aria-label={
          isBlind ? `Save count: ${product_name}` : count.isNothingTyped ? `Matches: ${product_name}` : undefined
        }
        onClick={() => save(isBlind ? 'input' : 'button')}
      >
        {isBlind ? 'Save count' : count.isNothingTyped ? 'Matches' : saveLabel(count.difference ?? 0)}
      </Button>
      {count.failure && (
        <p role="alert" className={classes['failure']}>
          {count.failure}
        </p>
      )}
    </div>
  )
}

type NamesProps = Pick<CountLineProps, 'product' | 'isBlind'> &
  Readonly<{ scanned: Scanned; isCountedMeanwhile: boolean }>

function Names({ product, isBlind, scanned, isCountedMeanwhile }: NamesProps) {
  const { product_id, product_name, product_sku, on_hand } = product
  const units = unitsOf(scanned)
  const unexpected = unexpectedLots(product, scanned)
  return (
    <div className={classes['names']}>
      <Link to={recordAddress('product', product_id)} className={classes['name']}>
        {product_name}
      </Link>
      <span className={classes['quiet']}>
        {product_sku}
        {!isBlind && ` · ${formatQuantity(on_hand)} on hand`}
        {units > 0 && ` · ${formatQuantity(units)} scanned`}
      </span>
      {isCountedMeanwhile && (
        <span role="status" className={classes['quiet']}>
          A colleague has counted this product meanwhile. Saving yours replaces that count.
        </span>
      )}
      {unexpected.length > 0 && <span className={classes['quiet']}>Not on hand here: lot {unexpected.join(', ')}</span>}
    </div>
  )
}

/** Focuses the field of the lot that was chosen, each time, unless the camera is scanning. */
function useFocusOnLot(
  line: RefObject<HTMLDivElement | null>,
  product: ProductToCount,
  found: FoundProduct | undefined,
  units: number,
): void {
  useEffect(() => {
    if (!found || units > 0) return
    const lot = lotOfCode(product, found.lot_number)
    const fields = line.current?.querySelectorAll<HTMLElement>('input[data-count]')
    fields?.[lot ? product.lots.indexOf(lot) : 0]?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time that it is found
  }, [found])
}

function lotLabel({ lot_number, on_hand }: ProductToCount['lots'][number], isBlind: boolean): string {
  const name = lot_number === '' ? 'No lot' : `Lot ${lot_number}`
  return isBlind ? name : `${name} · ${formatQuantity(on_hand)}`
}

/** The field or button of the next line; after the last one, the search for a product. */
function nextOf(line: HTMLElement | null, kind: 'input' | 'button'): HTMLElement | null {
  const next = line?.closest('li')?.nextElementSibling
  const found = next?.querySelector<HTMLElement>(kind === 'input' ? 'input[data-count]' : 'button[data-save]')
  return found ?? document.querySelector<HTMLElement>('[data-find-product]')
}
