import { createProductCommand } from './create-product.ts'
import { deleteProductCommand, readProductDeletionQuery } from './delete-product.ts'
import { checkProductDeletionsQuery, deleteProductsCommand, restoreProductsCommand } from './delete-products.ts'
import { editProductsCommand } from './edit-products.ts'
import { listProductsByCodeQuery } from './list-by-code.ts'
import { listProductsQuery } from './list.ts'
import { readProductQuery, readProductSummaryQuery } from './queries.ts'
import { restoreProductCommand } from './restore-product.ts'
import { listReorderSuppliersQuery } from './to-reorder.ts'
import { updateProductCommand } from './update-product.ts'
import { writeOffProductCommand } from './write-off-product.ts'

export const productRoutes = [
  listProductsQuery,
  listProductsByCodeQuery,
  readProductSummaryQuery,
  listReorderSuppliersQuery,
  readProductQuery,
  readProductDeletionQuery,
  createProductCommand,
  updateProductCommand,
  editProductsCommand,
  deleteProductCommand,
  writeOffProductCommand,
  restoreProductCommand,
  checkProductDeletionsQuery,
  deleteProductsCommand,
  restoreProductsCommand,
]
