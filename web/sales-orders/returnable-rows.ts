import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { limits } from '../../contract/limits.ts'
import type { SalesOrderLine } from '../../contract/sales-orders.ts'
import type { ReturnableLot } from '../../contract/sales-returns.ts'

/** What can be returned of an order's line, of one lot. */
export type ReturnableRow = Readonly<{
  id: string
  product_name: string
  /** ` (lot A)` if there are several of the line, else empty. */
  lot: string
  sales_order_item_id: string
  lot_id: string
  most: number
  note: string
}>

/** The returnable quantity of a line. */
export const returnableOf = ({ shipped_quantity, returned_quantity }: SalesOrderLine) =>
  roundTo(shipped_quantity - returned_quantity, limits.quantityDecimalsMax)

/** The rows of a return. Lots are named if there are several of a line: otherwise nothing has to be chosen. */
export function returnableRows(
  lines: readonly Pick<SalesOrderLine, 'id' | 'product_name'>[],
  lots: readonly ReturnableLot[],
): ReturnableRow[] {
  return lines.flatMap(({ id, product_name }) => {
    const own = lots.filter((lot) => lot.sales_order_item_id === id)
    return own.map(({ lot_id, lot_number, quantity }) => {
      const which = own.length === 1 ? '' : lot_number ? ` of lot ${lot_number}` : ' without a lot'
      return {
        id: `${id} ${lot_id}`,
        product_name,
        lot: own.length > 1 && lot_number ? ` (lot ${lot_number})` : '',
        sales_order_item_id: id,
        lot_id,
        most: quantity,
        note: `${formatQuantity(quantity)}${which} shipped, not returned`,
      }
    })
  })
}
