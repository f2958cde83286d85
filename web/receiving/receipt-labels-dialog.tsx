import { Input, SegmentedControl } from '@mantine/core'
import { printReceiptLabels } from '../../contract/product-labels.ts'
import type { Receipt, ReceiptSummary } from '../../contract/receiving.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useDownloadForm } from '../kit/use-download-form.ts'
import { useFields } from '../kit/use-fields.ts'
import { useTimeZone } from '../kit/use-today.ts'
import { rememberChoices, rememberedChoices } from '../labels/label-choices.ts'
import { LabelFields } from '../labels/label-fields.tsx'

type ReceiptLabelsDialogProps = Readonly<{
  receipt: Pick<ReceiptSummary, 'id' | 'order_number' | 'receipt_no' | 'line_count'> & Partial<Pick<Receipt, 'lines'>>
  opened: boolean
  onClose: () => void
}>

const each = [
  { value: 'unit', label: 'Unit' },
  { value: 'line', label: 'Product and lot' },
]

/** Prints labels for what was received, with its lots. */
export function ReceiptLabelsDialog({ receipt, opened, onClose }: ReceiptLabelsDialogProps) {
  const subject = `${receipt.order_number}, receipt ${receipt.receipt_no}`
  return (
    <Dialog title="Print Labels" subject={subject} opened={opened} onClose={onClose}>
      <Form receipt={receipt} onClose={onClose} />
    </Dialog>
  )
}

function Form({ receipt, onClose }: Omit<ReceiptLabelsDialogProps, 'opened'>) {
  const time_zone = useTimeZone()
  const fields = useFields(printReceiptLabels, {
    initial: { ...rememberedChoices(time_zone), per: 'unit' as 'unit' | 'line', first_label: 1 as number | string },
    toInput: ({ with_price, ...values }) => ({ id: receipt.id, ...values, with_price: String(with_price) }),
  })
  const state = useDownloadForm(fields, {
    onDone: () => {
      rememberChoices(fields.values)
      onClose()
    },
    fallback: 'Failed to create the labels',
  })
  const count = state.values.per === 'line' ? receipt.line_count : unitLabels(receipt.lines)
  const { error, ...per } = state.field('per')
  return (
    <CommandForm sticky state={state} submitLabel="Print Labels" pendingLabel="Creating PDF…" onCancel={onClose}>
      <LabelFields field={state.field} values={state.values} set={state.form.setValues} count={count}>
        <Input.Wrapper label="One label for each" labelElement="div" error={error}>
          <SegmentedControl fullWidth aria-label="One label for each" data={each} {...per} />
        </Input.Wrapper>
      </LabelFields>
    </CommandForm>
  )
}

/** Goods with decimals have one label for each line. Null if the lines aren't loaded. */
function unitLabels(lines: Receipt['lines'] | undefined): number | null {
  return lines?.reduce((sum, line) => sum + (line.quantity_decimals === 0 ? line.quantity : 1), 0) ?? null
}
