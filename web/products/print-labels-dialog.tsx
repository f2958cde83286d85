import type { InputOf } from '../../contract/endpoint.ts'
import { printProductLabels, printSelectedLabels } from '../../contract/product-labels.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { useDownloadForm } from '../kit/use-download-form.ts'
import { useFields } from '../kit/use-fields.ts'
import { useTimeZone } from '../kit/use-today.ts'
import { rememberChoices, rememberedChoices } from '../labels/label-choices.ts'
import { LabelFields } from '../labels/label-fields.tsx'

type PrintLabelsDialogProps = Readonly<{
  /** The products: one, those that a list shows, or selected ones. */
  of: Partial<InputOf<typeof printProductLabels>> | Pick<InputOf<typeof printSelectedLabels>, 'product_ids'>
  /** "Chai", or "12 products". */
  subject: string | undefined
  /** How many products; null if that isn't known. */
  products: number | null
  opened: boolean
  onClose: () => void
}>

/** Prints labels with the barcodes of products. */
export function PrintLabelsDialog({ subject, opened, onClose, ...rest }: PrintLabelsDialogProps) {
  return (
    <Dialog title="Print Labels" subject={subject} opened={opened} onClose={onClose}>
      <Form {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Form({ of, products, onClose }: Omit<PrintLabelsDialogProps, 'opened' | 'subject'>) {
  const time_zone = useTimeZone()
  const fields = useFields('product_ids' in of ? printSelectedLabels : printProductLabels, {
    initial: { ...rememberedChoices(time_zone), copies: 1 as number | string, first_label: 1 as number | string },
    toInput: ({ with_price, ...values }) => ({ ...of, ...values, with_price: String(with_price) }),
  })
  const state = useDownloadForm(fields, {
    onDone: () => {
      rememberChoices(fields.values)
      onClose()
    },
    fallback: 'Failed to create the labels',
  })
  const { copies } = state.values
  const count = products !== null && typeof copies === 'number' ? products * copies : null
  return (
    <CommandForm sticky state={state} submitLabel="Print Labels" pendingLabel="Creating PDF…" onCancel={onClose}>
      <LabelFields field={state.field} values={state.values} set={state.form.setValues} count={count}>
        <NumberField label={products === 1 ? 'Copies' : 'Copies of each'} min={1} steppers {...state.field('copies')} />
      </LabelFields>
    </CommandForm>
  )
}
