import { IconArrowBackUp, IconCircleCheck, IconTrash, IconTruckDelivery, IconX } from '@tabler/icons-react'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import type { RowAction } from '../kit/row-actions.tsx'
import { stepLabels } from './labels.ts'
import { canFail, discard, moveShipment, stepsOf } from './shipment-actions.ts'

const stepIcons = { in_transit: IconTruckDelivery, delivered: IconCircleCheck, pending: IconArrowBackUp }

/** A shipment's actions: the next step, the step back, and ending it. */
export function shipmentRowActions(shipment: ShipmentSummary, fail: (shipment: ShipmentSummary) => void): RowAction[] {
  const steps = stepsOf(shipment).map(({ to, label, isBack }) => ({
    label,
    icon: isBack ? IconArrowBackUp : stepIcons[to],
    quick: !isBack,
    onClick: () => void moveShipment(shipment, to),
  }))
  const failed: RowAction = { label: stepLabels.failed, icon: IconX, danger: true, onClick: () => fail(shipment) }
  const discarded: RowAction = {
    label: 'Discard',
    icon: IconTrash,
    danger: true,
    onClick: () => void discard(shipment),
  }
  return [...steps, ...(canFail(shipment) ? [failed] : []), ...(shipment.status === 'pending' ? [discarded] : [])]
}
