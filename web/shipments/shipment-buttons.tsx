import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { Shipment } from '../../contract/shipments.ts'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import type { AskedStep } from './asked-step.tsx'
import { discard, moveShipment, packingSlip, shipmentName, stepsOf } from './shipment-actions.ts'
import { askedActions } from './shipment-row-actions.ts'
import classes from './shipping.module.css'

type ShipmentButtonsProps = Readonly<{
  shipment: Shipment
  onAsk: (step: AskedStep) => void
  onClose: () => void
  mayShip: boolean
  onEdit: () => void
}>

/** The next step and editing as buttons, and everything else in a menu: printing, the step back, ending it. */
export function ShipmentButtons({ shipment, mayShip, onEdit, onAsk, onClose }: ShipmentButtonsProps) {
  const steps = mayShip ? stepsOf(shipment) : []
  return (
    <div className={classes['actions']}>
      {steps
        .filter(({ isBack }) => !isBack)
        .map(({ to, label }) => (
          <Button
            key={to}
            leftSection={to === 'delivered' ? <IconCircleCheck size={16} /> : <IconTruckDelivery size={16} />}
            onClick={() => void moveShipment(shipment, to)}
          >
            {label}
          </Button>
        ))}
      {mayShip && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
      <RowActions of={shipmentName(shipment)} actions={otherActions(shipment, mayShip, onAsk, onClose)} />
    </div>
  )
}

function otherActions(
  shipment: Shipment,
  mayShip: boolean,
  ask: (step: AskedStep) => void,
  onClose: () => void,
): readonly RowAction[] {
  const slip: RowAction = { label: 'Packing slip', icon: IconPrinter, onClick: () => void packingSlip(shipment) }
  if (!mayShip) return [slip]
  const discardIt = async () => {
    if (await discard(shipment)) onClose()
  }
  const back = stepsOf(shipment)
    .filter(({ isBack }) => isBack)
    .map(({ to, label }): RowAction => ({
      label,
      icon: IconArrowBackUp,
      onClick: () => void moveShipment(shipment, to),
    }))
  const discarded: RowAction = { label: 'Discard', icon: IconTrash, danger: true, onClick: () => void discardIt() }
  return [slip, ...back, ...askedActions(shipment, ask), ...(shipment.status === 'pending' ? [discarded] : [])]
}
