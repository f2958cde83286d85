import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import type { Shipment } from '../../contract/shipments.ts'
import { stepLabels } from './labels.ts'
import { canFail, discard, moveShipment, packingSlip, stepsOf } from './shipment-actions.ts'
import classes from './shipping.module.css'

type ShipmentButtonsProps = Readonly<{
  shipment: Shipment
  onFail: (shipment: Shipment) => void
  onClose: () => void
  mayShip: boolean
  onEdit: () => void
}>

/** The possible actions: forward steps first, then back, then ending it. */
export function ShipmentButtons({ shipment, mayShip, onEdit, onFail, onClose }: ShipmentButtonsProps) {
  const discardIt = async () => {
    if (await discard(shipment)) onClose()
  }
  const steps = stepsOf(shipment)
  return (
    <div className={classes['actions']}>
      {mayShip &&
        steps
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
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => void packingSlip(shipment)}>
        Packing slip
      </Button>
      {mayShip &&
        steps
          .filter(({ isBack }) => isBack)
          .map(({ to, label }) => (
            <Button
              key={to}
              variant="default"
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => void moveShipment(shipment, to)}
            >
              {label}
            </Button>
          ))}
      {mayShip && canFail(shipment) && (
        <Button variant="default" leftSection={<IconX size={16} />} onClick={() => onFail(shipment)}>
          {stepLabels.failed}
        </Button>
      )}
      {mayShip && shipment.status === 'pending' && (
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => void discardIt()}>
          Discard
        </Button>
      )}
    </div>
  )
}
