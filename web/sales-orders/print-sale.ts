import { printSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import type { SalesDocument } from '../../contract/sales-documents.ts'
import { saveFile } from '../kit/save-file.ts'

/** Downloads the PDF of an order; shows a message if that fails. */
export const printSale = ({ id }: Pick<SalesOrder, 'id'>, document: SalesDocument) =>
  saveFile(printSalesOrder, { id, document }, 'The document couldn’t be created')
