import { changeShipmentStatusCommand } from './change-status.ts'
import { createShipmentCommand } from './create-shipment.ts'
import { deliverSalesOrdersCommand } from './deliver-orders.ts'
import { discardShipmentCommand } from './discard-shipment.ts'
import { findPackingSlipsQuery } from './find-packing-slips.ts'
import { printPackingSlipQuery, printPackingSlipsQuery } from './packing-slip.ts'
import { listShipmentsQuery, readShipmentCountsQuery, readShipmentQuery } from './queries.ts'
import { updateShipmentCommand } from './update-shipment.ts'

export const shipmentRoutes = [
  listShipmentsQuery,
  readShipmentCountsQuery,
  readShipmentQuery,
  printPackingSlipQuery,
  findPackingSlipsQuery,
  printPackingSlipsQuery,
  createShipmentCommand,
  updateShipmentCommand,
  changeShipmentStatusCommand,
  discardShipmentCommand,
  deliverSalesOrdersCommand,
]
