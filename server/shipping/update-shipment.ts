import { sql } from 'kysely'
import { updateShipment } from '../../contract/shipments.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { lockShipment } from './lock-shipment.ts'
import { shipmentOf } from './queries.ts'

/**
 * Saves how a shipment travels, in any status: the tracking number often comes late. What is in it stays; to change that, it fails and
 * another one is made. Refuses, in this order: not_found; conflict.
 */
export const updateShipmentCommand = implement(updateShipment, async (tx, actor, input) => {
  const { shipment } = await lockShipment(tx, actor, input.shipment_id)
  if (shipment.version !== input.version)
    refuse('conflict', {
      seen: input.version,
      present: shipment.version,
      record: await shipmentOf(tx, actor, shipment.id),
    })
  void tx.run(sql`
    update shipments set shipping_address = ${input.shipping_address}, shipping_method = ${input.shipping_method}, carrier = ${input.carrier},
      tracking_number = ${input.tracking_number}, estimated_delivery = ${input.estimated_delivery},
      shipping_cost = ${input.shipping_cost ?? null}, notes = ${input.notes}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.org_id} and id = ${shipment.id}`)
  return shipmentOf(tx, actor, shipment.id)
})
