import { listProductsQuery } from './list.ts'
import { readProductQuery, readProductSummaryQuery } from './queries.ts'

export const productRoutes = [listProductsQuery, readProductSummaryQuery, readProductQuery]
