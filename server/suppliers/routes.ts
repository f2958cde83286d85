import { createSupplierCommand } from './create-supplier.ts'
import { listSuppliersQuery, readSupplierQuery } from './queries.ts'
import { updateSupplierCommand } from './update-supplier.ts'

export const supplierRoutes = [listSuppliersQuery, readSupplierQuery, createSupplierCommand, updateSupplierCommand]
