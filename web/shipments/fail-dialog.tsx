import { Textarea } from '@mantine/core'
import { byCount } from '../../contract/counted-nouns.ts'
import { changeShipmentStatus, type ShipmentSummary } from '../../contract/shipments.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { ConditionChoice } from '../stock/condition-choice.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import { shipmentName } from './shipment-actions.ts'

type FailDialogProps = Readonly<{ shipment: ShipmentSummary | null; onClose: () => void }>

/** A failed delivery: chooses the condition and location in which its units come back. */
export function FailDialog({ shipment, onClose }: FailDialogProps) {
  return (
    <Dialog title="Delivery failed" opened={shipment !== null} onClose={onClose}>
      {shipment && <FailForm shipment={shipment} onClose={onClose} />}
    </Dialog>
  )
}

function FailForm({ shipment, onClose }: { shipment: ShipmentSummary; onClose: () => void }) {
  const fields = useFields(changeShipmentStatus, {
    initial: { account: 'available' as 'available' | 'held', location_id: '', notes: '' },
    toInput: ({ location_id, ...values }) => ({
      shipment_id: shipment.id,
      version: shipment.version,
      status: 'failed',
      ...values,
      location_id: location_id || null,
    }),
  })
  const conflict = useConflict(fields, {})
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to update shipment',
    onDone: () => {
      toastDone(`${shipmentName(shipment)} marked as failed. Its items are back in stock.`, { about: shipment.id })
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Return to stock" onCancel={onClose}>
      <p>
        {byCount(
          shipment.units,
          {
            one: '{count} unit of {order} returns to stock, and the order waits for it again.',
            other: '{count} units of {order} return to stock, and the order waits for them again.',
          },
          { order: shipment.order_number },
        )}
      </p>
      <ConditionChoice goodFor="shipped again" {...state.field('account')} />
      <LocationPicker label="Location" placeholder="Original location" clearable {...state.field('location_id')} />
      <Textarea label="Notes" rows={2} {...state.field('notes')} />
    </CommandForm>
  )
}
