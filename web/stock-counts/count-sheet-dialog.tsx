import { Checkbox } from '@mantine/core'
import { counted } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { printCountSheet } from '../../contract/stock-counts.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useDownloadForm } from '../kit/use-download-form.ts'
import { useFields } from '../kit/use-fields.ts'
import { Select } from '../ui/select.tsx'

type CountSheetDialogProps = Readonly<{
  location_id: string
  locationName: string | undefined
  since: string
  /** How many products are left to count. */
  left: number
  opened: boolean
  onClose: () => void
}>

/** Prints a sheet to count a location on paper. */
export function CountSheetDialog({ locationName, opened, onClose, ...rest }: CountSheetDialogProps) {
  return (
    <Dialog title="Print Count Sheet" subject={locationName} opened={opened} onClose={onClose}>
      {rest.left > 0 ? <Form {...rest} onClose={onClose} /> : <p>Nothing is left to count at this location.</p>}
    </Dialog>
  )
}

function Form({ location_id, since, left, onClose }: Omit<CountSheetDialogProps, 'locationName' | 'opened'>) {
  const fields = useFields(printCountSheet, {
    initial: { with_expected: false, part: '1' },
    toInput: ({ with_expected, part }) => ({
      location_id,
      since,
      with_expected: String(with_expected) as 'true' | 'false',
      part,
    }),
  })
  const state = useDownloadForm(fields, { onDone: onClose, fallback: 'Failed to create the count sheet' })
  const parts = partsOf(left)
  return (
    <CommandForm state={state} submitLabel="Print Count Sheet" pendingLabel="Creating PDF…" onCancel={onClose}>
      <p>{counted(left, 'product')} left to count, each with a box to write the count in.</p>
      {parts.length > 1 && (
        <Select
          label="Products"
          description={`One file has ${formatQuantity(limits.countSheetProducts)} products at most.`}
          allowDeselect={false}
          data={parts}
          {...state.field('part')}
        />
      )}
      <Checkbox
        label="Include expected quantities"
        description="Left off, people count instead of confirming a number."
        checked={state.values.with_expected}
        onChange={(event) => state.form.setFieldValue('with_expected', event.currentTarget.checked)}
      />
    </CommandForm>
  )
}

/** "1–2,000", "2,001–2,079": what each file contains, in the order of the screen. */
function partsOf(left: number): { value: string; label: string }[] {
  const size = limits.countSheetProducts
  return Array.from({ length: Math.ceil(left / size) }, (_, index) => ({
    value: String(index + 1),
    label: `${formatQuantity(index * size + 1)}–${formatQuantity(Math.min(left, (index + 1) * size))} of ${formatQuantity(left)}`,
  }))
}
