import { Textarea } from '@mantine/core'
import { byCount } from '../../contract/counted-nouns.ts'
import { changeShipmentStatus, type ShipmentSummary } from '../../contract/shipments.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { PastDayField } from '../kit/past-day-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { overwriteOnly } from '../kit/conflict-strategy.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { ConditionChoice } from '../stock/condition-choice.tsx'
import { LocationPicker } from '../stock/location-picker.tsx'
import { shipmentName } from './shipment-actions.ts'

const comingBack = {
  one: '{count} unit of {order} comes back. Choose its condition and location.',
  other: '{count} units of {order} come back. Choose their condition and location.',
}

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
    initial: { account: 'available' as 'available' | 'held', location_id: '', happened_at: '', notes: '' },
    toInput: ({ location_id, ...values }) => ({
      shipment_id: shipment.id,
      version: shipment.version,
      status: 'failed',
      ...values,
      location_id: location_id || null,
    }),
  })
  const conflict = useConflict(fields, { strategy: overwriteOnly() })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to update shipment',
    onDone: (_shipment, { account }) => {
      const name = shipmentName(shipment)
      const text =
        account === 'held'
          ? `${name} marked as failed. Its items are on hold.`
          : `${name} marked as failed. Its items are available again.`
      toastDone(text, { about: shipment.id })
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Mark as failed" onCancel={onClose}>
      <p>{byCount(shipment.units, comingBack, { order: shipment.order_number })}</p>
      <ConditionChoice {...state.field('account')} />
      <LocationPicker
        label="Location"
        placeholder="Original location"
        clearable
        arriving
        {...state.field('location_id')}
      />
      <PastDayField label="Came back on" {...state.field('happened_at')} />
      <Textarea label="Notes" rows={2} {...state.field('notes')} />
    </CommandForm>
  )
}
