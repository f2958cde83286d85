import {
  changeShipmentStatus,
  nextShipmentStatuses,
  printPackingSlip,
  type ShipmentStatus,
  type ShipmentSummary,
} from '../../contract/shipments.ts'
import { download } from '../kit/api.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'

export const shipmentName = ({ order_number, shipment_no }: ShipmentSummary) =>
  `${order_number}, shipment ${shipment_no}`

export const mayBecome = (shipment: ShipmentSummary, status: ShipmentStatus) =>
  nextShipmentStatuses[shipment.status].includes(status)

const done = { in_transit: 'is in transit', delivered: 'is delivered' }

/** Sends a shipment on its way, or says that it has arrived. Failing asks where the goods go: FailDialog. */
export async function moveShipment(shipment: ShipmentSummary, status: 'in_transit' | 'delivered'): Promise<void> {
  try {
    await act(changeShipmentStatus, { shipment_id: shipment.id, status })
    toastDone(`${shipmentName(shipment)} ${done[status]}`)
  } catch (error) {
    toastFailed(error, 'Failed to update shipment')
  }
}

export async function packingSlip({ id }: ShipmentSummary): Promise<void> {
  try {
    await download(printPackingSlip, { shipment_id: id })
  } catch (error) {
    toastFailed(error, 'The packing slip could not be made')
  }
}
