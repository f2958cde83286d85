import { byCount } from '../../contract/counted-nouns.ts'
import {
  canBecome,
  changeShipmentStatus,
  discardShipment,
  printPackingSlip,
  type ListedShipmentStatus,
  type ShipmentSummary,
} from '../../contract/shipments.ts'
import { confirm } from '../kit/confirm.tsx'
import { saveFile } from '../kit/save-file.ts'
import { retireUndo, toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { stepLabels } from './labels.ts'

export const shipmentName = ({ order_number, shipment_no }: ShipmentSummary) =>
  `${order_number}, shipment ${shipment_no}`

/** A step that runs immediately, and is undone by the opposite one. Others ask something first: `AskedStep`. */
type Step = Readonly<{ to: 'in_transit' | 'delivered' | 'pending'; label: string; isBack: boolean }>

/** A shipment's next steps, forward first. */
export function stepsOf(shipment: ShipmentSummary): readonly Step[] {
  const { status } = shipment
  const steps: readonly Step[] = [
    {
      to: 'in_transit',
      label: status === 'delivered' ? stepLabels.not_delivered : stepLabels.in_transit,
      isBack: false,
    },
    { to: 'delivered', label: stepLabels.delivered, isBack: false },
    { to: 'pending', label: stepLabels.pending, isBack: true },
  ]
  return steps
    .filter(({ to }) => canBecome(shipment, to))
    .map((step) => (status === 'delivered' ? { ...step, isBack: true } : step))
}

/** A pending shipment never left: it can be discarded; only shipments in transit can fail. */
export const canFail = (shipment: ShipmentSummary) => shipment.status === 'in_transit' && canBecome(shipment, 'failed')

/** The message after a step. */
const doneTexts: Record<Step['to'] | 'not_delivered', (shipment: string) => string> = {
  in_transit: (shipment) => `${shipment} marked as shipped`,
  delivered: (shipment) => `${shipment} marked as delivered`,
  pending: (shipment) => `${shipment} is pending again`,
  not_delivered: (shipment) => `${shipment} is in transit again`,
}

/** Runs one step on the displayed shipment, and offers to undo it. */
export async function moveShipment(shipment: ShipmentSummary, to: Step['to']): Promise<void> {
  retireUndo(shipment.id)
  try {
    const moved = await act(changeShipmentStatus, { shipment_id: shipment.id, version: shipment.version, status: to })
    toastMoved(shipment, moved, to)
  } catch (error) {
    toastFailed(error, 'Failed to update shipment')
  }
}

/** Says what a step did to a shipment, and offers to undo it if it was a step forward. */
export function toastMoved(before: ShipmentSummary, moved: ShipmentSummary, to: Step['to']): void {
  const status = before.status as ListedShipmentStatus
  const isBack = to === 'pending' || status === 'delivered'
  toastDone(
    doneTexts[status === 'delivered' ? 'not_delivered' : to](shipmentName(before)),
    isBack
      ? { about: before.id }
      : {
          about: before.id,
          undo: () => act(changeShipmentStatus, { shipment_id: moved.id, version: moved.version, status }),
          undone: doneTexts[status === 'pending' ? 'pending' : 'not_delivered'](shipmentName(before)),
        },
  )
}

/** Confirms, then discards a pending shipment. Returns whether it did. */
export async function discard(shipment: ShipmentSummary): Promise<boolean> {
  const sure = await confirm({
    title: `Discard shipment ${shipment.shipment_no} of ${shipment.order_number}?`,
    text: byCount(shipment.units, {
      one: 'Nothing has shipped yet. Its unit can be added to another shipment.',
      other: 'Nothing has shipped yet. Its {count} units can be added to another shipment.',
    }),
    confirmLabel: 'Discard shipment',
    cancelLabel: 'Keep shipment',
    danger: true,
  })
  if (!sure) return false
  retireUndo(shipment.id)
  try {
    await act(discardShipment, { shipment_id: shipment.id, version: shipment.version })
    toastDone(`${shipmentName(shipment)} discarded`)
    return true
  } catch (error) {
    toastFailed(error, 'Failed to discard shipment')
    return false
  }
}

/** Downloads what is in a shipment as PDF. */
export const packingSlip = ({ id }: ShipmentSummary) =>
  saveFile(printPackingSlip, { shipment_id: id }, 'Failed to create the packing slip')
