import { formatMoney } from '../../contract/money.ts'
import { printReceiptLabels } from '../../contract/product-labels.ts'
import { currencyOf } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { dayText } from '../organizations/company-days.ts'
import { receiptOf } from '../receiving/queries.ts'
import { labelFile, requireFew } from '../labels/label-file.ts'

/**
 * Labels of the units of a receipt, or of its lines, with their lots. Refuses not_found, and more than
 * `limits.labelsPerFile` labels.
 */
export const printReceiptLabelsQuery = implement(printReceiptLabels, async (tx, actor, { id, per, ...input }) => {
  const receipt = await receiptOf(tx, actor, id)
  const product_ids = receipt.lines.map(({ product_id }) => product_id)
  const [products, currency] = await Promise.all([productsOf(tx, actor, product_ids), currencyOf(tx, actor)])
  const labels = receipt.lines.map(
    ({ product_id, product_name, product_sku, lot_number, expires_on, quantity, quantity_decimals }) => {
      const { barcode = null, price = 0 } = products.get(product_id) ?? {}
      return {
        name: product_name,
        sku: product_sku,
        code: barcode ?? product_sku,
        lot: lot_number
          ? [`Lot ${lot_number}`, expires_on && `Expires ${dayText(expires_on)}`].filter(Boolean).join(' · ')
          : null,
        price: input.with_price ? formatMoney(price, currency) : null,
        // Kilograms aren't units that each get a label.
        copies: per === 'unit' && quantity_decimals === 0 ? quantity : 1,
      }
    },
  )
  requireFew(
    labels.reduce((sum, { copies }) => sum + copies, 0),
    'per',
  )
  return labelFile(tx, actor, `Labels ${receipt.order_number}-${receipt.receipt_no}`, labels, input)
})

type Row = { id: string; barcode: string | null; price: number }

async function productsOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, Row>> {
  const rows = await tx.all(sql<Row>`
    select id, barcode, price from products where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
