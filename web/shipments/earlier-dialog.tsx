import { Textarea } from '@mantine/core'
import { changeShipmentStatus, type ShipmentSummary } from '../../contract/shipments.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { overwriteOnly } from '../kit/conflict-strategy.ts'
import { Dialog } from '../kit/dialog.tsx'
import { PastDayField } from '../kit/past-day-field.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { earlierLabels, stepLabels } from './labels.ts'
import { shipmentName, toastMoved } from './shipment-actions.ts'

/** A shipment that left or arrived on an earlier day. */
export type EarlierStep = Readonly<{ shipment: ShipmentSummary; to: 'in_transit' | 'delivered' }>

/** Marks a shipment as shipped or delivered, on a day that is chosen. */
export function EarlierDialog({ step, onClose }: { step: EarlierStep | null; onClose: () => void }) {
  return (
    <Dialog title={step ? earlierLabels[step.to] : ''} opened={step !== null} onClose={onClose}>
      {step && <EarlierForm {...step} onClose={onClose} />}
    </Dialog>
  )
}

function EarlierForm({ shipment, to, onClose }: EarlierStep & { onClose: () => void }) {
  const fields = useFields(changeShipmentStatus, {
    initial: { happened_at: '', notes: '' },
    toInput: (values) => ({ shipment_id: shipment.id, version: shipment.version, status: to, ...values }),
  })
  const conflict = useConflict(fields, { strategy: overwriteOnly() })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to update shipment',
    onDone: (moved) => {
      toastMoved(shipment, moved, to)
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel={stepLabels[to]} onCancel={onClose}>
      <p>{shipmentName(shipment)}</p>
      <PastDayField
        label={to === 'in_transit' ? 'Shipped on' : 'Delivered on'}
        data-autofocus
        {...state.field('happened_at')}
      />
      <Textarea label="Notes" rows={2} {...state.field('notes')} />
    </CommandForm>
  )
}
