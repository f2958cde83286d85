import { type Shipment, updateShipment } from '../../contract/shipments.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useCommandForm } from '../kit/use-command-form.ts'
import { shipmentName } from './shipment-actions.ts'
import { type Travel, TravelFields, travelInput } from './travel-fields.tsx'

type EditShipmentDialogProps = Readonly<{ shipment: Shipment; opened: boolean; onClose: () => void }>

/** How a shipment travels. What is in it stays: to change that, it fails and another one is made. */
export function EditShipmentDialog({ shipment, opened, onClose }: EditShipmentDialogProps) {
  return (
    <Dialog title={`Edit ${shipmentName(shipment)}`} opened={opened} onClose={onClose} size={680}>
      <EditForm shipment={shipment} onClose={onClose} />
    </Dialog>
  )
}

function EditForm({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const state = useCommandForm(updateShipment, {
    initial: valuesOf(shipment),
    toInput: ({ version, ...travel }) => ({ shipment_id: shipment.id, version, ...travelInput(travel) }),
    fromRecord: (record) => valuesOf(record as Shipment),
    fallback: 'Failed to save shipment',
    onDone: () => {
      toastDone(`${shipmentName(shipment)} was saved`)
      onClose()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Save Shipment" onCancel={onClose}>
      <TravelFields state={state} />
    </CommandForm>
  )
}

function valuesOf(shipment: Shipment): Travel & { version: number } {
  return {
    version: shipment.version,
    shipping_method: shipment.shipping_method,
    carrier: shipment.carrier,
    shipping_address: shipment.shipping_address ?? '',
    tracking_number: shipment.tracking_number ?? '',
    estimated_delivery: shipment.estimated_delivery ?? '',
    shipping_cost: shipment.shipping_cost ?? '',
    notes: shipment.notes ?? '',
  }
}
