import type { InputOf } from '../../contract/endpoint.ts'
import { printLocationLabels } from '../../contract/locations.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { useDownloadForm } from '../kit/use-download-form.ts'
import { useFields } from '../kit/use-fields.ts'
import { useTimeZone } from '../kit/use-today.ts'
import { rememberChoices, rememberedChoices } from '../labels/label-choices.ts'
import { LabelFields } from '../labels/label-fields.tsx'

type LocationLabelsDialogProps = Readonly<{
  /** One location, or those that a list shows. */
  of: Partial<InputOf<typeof printLocationLabels>>
  /** "Shelf A", or "12 locations". */
  subject: string | undefined
  /** How many locations; null if that isn't known. */
  locations: number | null
  opened: boolean
  onClose: () => void
}>

/** Prints labels to put up at locations, with codes that select them when scanned. */
export function LocationLabelsDialog({ subject, opened, onClose, ...rest }: LocationLabelsDialogProps) {
  return (
    <Dialog title="Print Labels" subject={subject} opened={opened} onClose={onClose}>
      <Form {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Form({ of, locations, onClose }: Omit<LocationLabelsDialogProps, 'opened' | 'subject'>) {
  const time_zone = useTimeZone()
  const fields = useFields(printLocationLabels, {
    initial: { ...rememberedChoices(time_zone), copies: 1 as number | string, first_label: 1 as number | string },
    toInput: ({ with_price: _, ...values }) => ({ ...of, ...values }),
  })
  const state = useDownloadForm(fields, {
    onDone: () => {
      rememberChoices(fields.values)
      onClose()
    },
    fallback: 'Failed to create the labels',
  })
  const { copies } = state.values
  const count = locations !== null && typeof copies === 'number' ? locations * copies : null
  return (
    <CommandForm sticky state={state} submitLabel="Print Labels" pendingLabel="Creating PDF…" onCancel={onClose}>
      <LabelFields field={state.field} values={state.values} set={state.form.setValues} count={count} hasPrice={false}>
        <NumberField
          label={locations === 1 ? 'Copies' : 'Copies of each'}
          min={1}
          steppers
          {...state.field('copies')}
        />
      </LabelFields>
    </CommandForm>
  )
}
