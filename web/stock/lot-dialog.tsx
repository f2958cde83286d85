import { updateLot, type LocationStock } from '../../contract/stock.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'

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
    initial: { expires_on: lot.expires_on ?? '' },
    toInput: (values) => ({ product_id: product.id, id: lot.lot_id, ...values }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update the lot',
    onDone: ({ lot_number }) => {
      toastDone(`Lot ${lot_number} updated`)
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save" onCancel={onClose}>
      <DateField
        label="Expiry date"
        description={`For this lot of ${product.name} at every location. Leave it empty if the lot doesn’t expire.`}
        data-autofocus
        {...state.field('expires_on')}
      />
    </CommandForm>
  )
}
