import { updateLot, type LocationStock } from '../../contract/stock.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { DateField } from '../kit/date-field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { dayText } from '../ui/day-text.ts'

type Lot = Pick<LocationStock['lots'][number], 'lot_id' | 'lot_number' | 'expires_on'>

type LotDialogProps = Readonly<{
  product: Readonly<{ id: string; name: string }>
  /** Null before one was chosen. */
  lot: Lot | null
  opened: boolean
  onClose: () => void
}>

/** Corrects the expiry date of a lot. */
export function LotDialog({ product, lot, opened, onClose }: LotDialogProps) {
  return (
    <Dialog title={`Lot ${lot?.lot_number}`} opened={opened && lot !== null} onClose={onClose}>
      {lot && <LotForm product={product} lot={lot} onClose={onClose} />}
    </Dialog>
  )
}

function LotForm({ product, lot, onClose }: Pick<LotDialogProps, 'product' | 'onClose'> & { lot: Lot }) {
  const fields = useFields(updateLot, {
    initial: valuesOf(lot),
    toInput: ({ expires_on, from }) => ({ product_id: product.id, id: lot.lot_id, expires_on, from }),
  })
  const conflict = useConflict(fields, {
    serverRecord: valuesOf(lot),
    fromRecord: (record) => valuesOf(record as Pick<Lot, 'expires_on'>),
    strategy: mergeByField({
      expires_on: { name: 'Expiry date', show: (day) => (day === '' ? 'None' : dayText(day)) },
    }),
  })
  const state = useSubmit(fields, {
    conflict,
    ask: async ({ expires_on, from }) => {
      if (expires_on !== (from ?? '')) return true
      onClose()
      return false
    },
    fallback: 'Failed to update the lot',
    onDone: ({ lot_number, expires_on }, { from }) => {
      toastDone(`Lot ${lot_number} updated`, {
        undo: () => act(updateLot, { product_id: product.id, id: lot.lot_id, expires_on: from, from: expires_on }),
        undone: `Lot ${lot_number} has its previous expiry date`,
      })
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save" onCancel={onClose}>
      <DateField
        label="Expiry date"
        description={`For this lot of ${product.name} at every location. Leave it blank if the lot doesn’t expire.`}
        data-autofocus
        {...state.field('expires_on')}
      />
    </CommandForm>
  )
}

/** `from` is the date that the editor saw. */
function valuesOf({ expires_on }: Pick<Lot, 'expires_on'>) {
  return { expires_on: expires_on ?? '', from: expires_on }
}
