import { initializeProductLocationsCommand } from './initialize-product-locations.ts'
import { transferInventoryCommand } from './transfer-inventory.ts'
import { updateProductLocationStockCommand } from './update-product-location-stock.ts'
import { updateProductProcedureCommand } from './update-product.ts'

export const remoteProcedureRoutes = [
  transferInventoryCommand,
  initializeProductLocationsCommand,
  updateProductLocationStockCommand,
  updateProductProcedureCommand,
]
