import {
  IconArrowBackUp,
  IconCalendar,
  IconCircleCheck,
  IconTrash,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import type { RowAction } from '../kit/row-actions.tsx'
import type { AskedStep } from './asked-step.tsx'
import { earlierLabels, stepLabels } from './labels.ts'
import { canFail, discard, moveShipment, stepsOf } from './shipment-actions.ts'

const stepIcons = { in_transit: IconTruckDelivery, delivered: IconCircleCheck, pending: IconArrowBackUp }

/** The steps that ask for more first: the next one on an earlier day, and a failed delivery. */
export function askedActions(shipment: ShipmentSummary, ask: (step: AskedStep) => void): RowAction[] {
  const earlier = stepsOf(shipment).flatMap(({ to, isBack }): RowAction[] =>
    isBack || to === 'pending'
      ? []
      : [{ label: earlierLabels[to], icon: IconCalendar, onClick: () => ask({ shipment, to }) }],
  )
  const failed: RowAction = {
    label: stepLabels.failed,
    icon: IconX,
    danger: true,
    onClick: () => ask({ shipment, to: 'failed' }),
  }
  return [...earlier, ...(canFail(shipment) ? [failed] : [])]
}

/** A shipment's actions: the next step, the step back, and ending it. */
export function shipmentRowActions(shipment: ShipmentSummary, ask: (step: AskedStep) => void): RowAction[] {
  const steps = stepsOf(shipment).map(({ to, label, isBack }) => ({
    label,
    icon: isBack ? IconArrowBackUp : stepIcons[to],
    quick: !isBack,
    onClick: () => void moveShipment(shipment, to),
  }))
  const discarded: RowAction = {
    label: 'Discard',
    icon: IconTrash,
    danger: true,
    onClick: () => void discard(shipment),
  }
  return [...steps, ...askedActions(shipment, ask), ...(shipment.status === 'pending' ? [discarded] : [])]
}
