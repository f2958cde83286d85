import { printProductLabelsQuery, printSelectedLabelsQuery } from './print-product-labels.ts'
import { printReceiptLabelsQuery } from './print-receipt-labels.ts'

export const productLabelRoutes = [printProductLabelsQuery, printSelectedLabelsQuery, printReceiptLabelsQuery]
