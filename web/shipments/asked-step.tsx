import type { ShipmentSummary } from '../../contract/shipments.ts'
import { EarlierDialog } from './earlier-dialog.tsx'
import { FailDialog } from './fail-dialog.tsx'

/** A step that asks for more first: on which earlier day, or where the units of a failed delivery go. */
export type AskedStep = Readonly<{ shipment: ShipmentSummary; to: 'in_transit' | 'delivered' | 'failed' }>

/** The dialog of the step, if there is one. */
export function AskedStepDialogs({ step, onClose }: { step: AskedStep | null; onClose: () => void }) {
  const earlier = step && step.to !== 'failed' ? { shipment: step.shipment, to: step.to } : null
  return (
    <>
      <FailDialog shipment={step?.to === 'failed' ? step.shipment : null} onClose={onClose} />
      <EarlierDialog step={earlier} onClose={onClose} />
    </>
  )
}
