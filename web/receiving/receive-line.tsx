import { Button, Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { PurchaseOrderLine } from '../../contract/purchase-orders.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { type PartFieldsProps, PartFields } from './part-fields.tsx'
import { excessOf, type Part } from './receipt-values.ts'
import classes from './receiving.module.css'
import type { ScannedPart } from './use-receipt-changes.ts'

type ReceiveLineProps = Readonly<{
  parts: readonly Part[]
  /** The field errors of each part, in order. */
  errors: readonly Readonly<Record<string, ReactNode>>[]
  over: boolean
  /** The receipt is being sent: the order may already have its units, which aren't extra ones. */
  isSent: boolean
  /** Nothing remains and nothing is typed: shows only its header. */
  done: boolean
  /** The part of it that was scanned last. */
  scanned: ScannedPart | null
  onOver: (line: PurchaseOrderLine, over: boolean) => void
  /** Begins an over-delivery of a line of which nothing remains. */
  onExtra: (line: PurchaseOrderLine) => void
  onSplit: (line: PurchaseOrderLine) => void
}> &
  Pick<PartFieldsProps, 'line' | 'locationName' | 'onChange' | 'onUpload'>

/** One line of the order: its remaining quantity, and its arrived parts. */
export const ReceiveLine = memo(
  function ReceiveLine(props: ReceiveLineProps) {
    const { line, parts, over, onOver, onExtra, onSplit } = props
    const { product_name, product_sku } = line
    const excess = props.isSent ? 0 : excessOf(line, parts)
    const item = useRef<HTMLLIElement>(null)
    const begins = useRef(false)
    const beginExtra = () => {
      begins.current = true
      onExtra(line)
    }
    const split = () => {
      begins.current = true
      onSplit(line)
    }
    // The button for extra units is gone then, and the line has moved up to those with fields; a new part is above the
    // button that added it.
    useEffect(() => {
      if (!begins.current || props.done) return
      begins.current = false
      const quantities = item.current?.querySelectorAll<HTMLElement>('[data-field="quantity"]') ?? []
      ;[...quantities].at(-1)?.focus()
    }, [props.done, parts.length])
    useScannedInView(item, parts, props.scanned)
    return (
      <li ref={item} className={classes['line']} data-line={product_sku}>
        <Head {...props} onExtra={beginExtra} />
        {!props.done &&
          parts.map((part, index) => (
            <PartFields
              key={part.key}
              {...props}
              part={part}
              of={parts.length > 1 ? `${product_name}, part ${index + 1}` : product_name}
              error={props.errors[index] ?? {}}
            />
          ))}
        {excess > 0 && (
          <Checkbox
            className={classes['over']}
            checked={over}
            onChange={(event) => onOver(line, event.currentTarget.checked)}
            label={`Receive ${formatQuantity(excess)} more than ordered as an over-delivery`}
          />
        )}
        {!props.done && (
          <div>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={1.8} />}
              onClick={split}
            >
              Add another lot, condition or location
            </Button>
          </div>
        )}
      </li>
    )
  },
  (before, after) =>
    before.line === after.line &&
    before.over === after.over &&
    before.isSent === after.isSent &&
    before.done === after.done &&
    before.scanned === after.scanned &&
    before.locationName === after.locationName &&
    JSON.stringify([before.parts, before.errors]) === JSON.stringify([after.parts, after.errors]),
)

/** Brings the quantity of a scanned part into view, and marks it for a moment. */
function useScannedInView(
  item: RefObject<HTMLElement | null>,
  parts: readonly Part[],
  scanned: ScannedPart | null,
): void {
  useEffect(() => {
    if (!scanned) return
    const quantities = item.current?.querySelectorAll<HTMLElement>('[data-field="quantity"]') ?? []
    const quantity = quantities[parts.findIndex(({ key }) => key === scanned.key)]
    quantity?.scrollIntoView({ block: 'nearest' })
    quantity?.animate([{ background: 'var(--oh-green-soft)' }, {}], { duration: 1200, easing: 'ease-in' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each scan
  }, [scanned])
}

type HeadProps = Pick<ReceiveLineProps, 'line' | 'parts' | 'done' | 'onChange'> & { onExtra: () => void }

/** The product, and what remains of it; for a line of which nothing remains, the way to receive more. */
function Head({ line, parts: [first], done, onChange, onExtra }: HeadProps) {
  const { product_name, product_sku, product_image, remaining } = line
  const whole = () => {
    if (first) onChange(line, first, () => ({ quantity: remaining }))
  }
  return (
    <div className={classes['head']}>
      <Thumbnail src={product_image} size={40} />
      <div className={classes['names']}>
        <span className={classes['name']}>{product_name}</span>
        <span className={classes['sku']}>{product_sku}</span>
      </div>
      {remaining > 0 ? (
        <button
          type="button"
          className={classes['remaining']}
          title="Receive all remaining"
          aria-label={`${formatQuantity(remaining)} remaining of ${product_name}: receive all`}
          onClick={whole}
        >
          <StatusBadge tone="amber">{formatQuantity(remaining)} remaining</StatusBadge>
        </button>
      ) : (
        <StatusBadge tone="green">Fully Received</StatusBadge>
      )}
      {done && (
        <Button
          className={classes['extra']}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.8} />}
          aria-label={`Add extra units of ${product_name}`}
          onClick={onExtra}
        >
          Add extra units
        </Button>
      )}
    </div>
  )
}
