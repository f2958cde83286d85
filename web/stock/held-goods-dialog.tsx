import { SegmentedControl, Textarea } from '@mantine/core'
import { counted } from '../../contract/counted-nouns.ts'
import { cannotRemove } from '../../contract/cannot-remove.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import classes from './held-goods-dialog.module.css'
import { undoPosting } from './undo.ts'
import { useLiveErrors } from './use-live-errors.ts'

/**
 * The three ways to resolve goods on hold: release, scrap, or return to the supplier.
 */
export const heldGoodsEnds = ['qc_release', 'held_scrap', 'return_to_supplier'] as const
export type HeldGoodsEnd = (typeof heldGoodsEnds)[number]

export const endLabels: Record<HeldGoodsEnd, string> = {
  qc_release: 'Release',
  held_scrap: 'Scrap',
  return_to_supplier: 'Return to supplier',
}
const effects: Record<HeldGoodsEnd, string> = {
  qc_release: 'They’ll be available again at the same location.',
  held_scrap: 'They’ll be removed from stock permanently.',
  return_to_supplier: 'They’ll be removed from stock and returned to the supplier.',
}
const done: Record<HeldGoodsEnd, string> = {
  qc_release: 'released',
  held_scrap: 'scrapped',
  return_to_supplier: 'returned to the supplier',
}

/** Units of one product on hold at one location, of one lot (the product's own id: without a lot). */
export type HeldGoods = Readonly<{
  product_id: string
  product: string
  location_id: string
  location: string
  lot_id: string
  lot_number: string
  /** The current quantity; 0 once another person has resolved them. */
  held: number
}>

type HeldGoodsDialogProps = Readonly<{
  /** Null until some were chosen. */
  goods: HeldGoods | null
  /** What it begins with. */
  end: HeldGoodsEnd
  opened: boolean
  onClose: () => void
}>

/** Resolves stock on hold: how many units, and how. */
export function HeldGoodsDialog({ goods, end, opened, onClose }: HeldGoodsDialogProps) {
  return (
    <Dialog title="Goods on hold" opened={opened} onClose={onClose}>
      {goods && <HeldGoodsForm goods={goods} end={end} onClose={onClose} />}
    </Dialog>
  )
}

function HeldGoodsForm({ goods, end, onClose }: { goods: HeldGoods; end: HeldGoodsEnd; onClose: () => void }) {
  const { product_id, product, location_id, location, lot_id, lot_number, held } = goods
  const fields = useFields(createTransaction, {
    initial: { reason_code: end as HeldGoodsEnd, quantity: held as number | string, notes: '' },
    toInput: ({ reason_code, ...values }) => ({
      ...values,
      product_id,
      location_id,
      lot_id,
      reason_code,
      type: reason_code === 'qc_release' ? 'in' : 'out',
    }),
    check: ({ quantity }) =>
      typeof quantity === 'number' && quantity > held
        ? { quantity: cannotRemove({ account: 'held', asked: quantity, available: held, on_hand: 0, expired: 0 }) }
        : {},
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update stock',
    onDone: ({ posting_id }, { quantity, reason_code }) => {
      onClose()
      toastDone(`${counted(Number(quantity), 'unit')} of ${product} ${done[reason_code]}`, {
        undo: () => undoPosting(posting_id),
      })
    },
  })
  const wrong = useLiveErrors(state, ['quantity'], held)
  const { values, field } = state
  return (
    <CommandForm state={state} submitLabel={endLabels[values.reason_code]} onCancel={onClose} disabled={wrong}>
      <p className={classes['where']}>
        {location}
        {lot_number && ` · Lot ${lot_number}`}
        <span role="status">{formatQuantity(held)} on hold</span>
      </p>
      <div>
        <SegmentedControl
          aria-label="Action"
          fullWidth
          data={heldGoodsEnds.map((value) => ({ value, label: endLabels[value] }))}
          value={values.reason_code}
          onChange={field('reason_code').onChange}
        />
        <p className={classes['effect']}>{effects[values.reason_code]}</p>
      </div>
      <NumberField label="Quantity" required data-autofocus steppers min={1} {...field('quantity')} />
      <Textarea label="Notes" rows={2} {...field('notes')} />
    </CommandForm>
  )
}
