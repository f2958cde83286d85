import type { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import { formatMoney } from '../../contract/money.ts'
import { printProductLabels, printSelectedLabels } from '../../contract/product-labels.ts'
import { currencyOf } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, type FileAnswer, implement } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { findIds } from '../products/find-ids.ts'
import { labelFile, requireFew } from '../labels/label-file.ts'

type Input = z.output<typeof printProductLabels.input>

/**
 * Labels of a product, archived or not, or of those that a list shows. Refuses not_found if there are none, and more
 * than `limits.labelsPerFile` labels.
 */
export const printProductLabelsQuery = implement(printProductLabels, async (tx, actor, input) =>
  labelsOf(tx, actor, input.product_id ? [input.product_id] : await listed(tx, actor, input), input),
)

/** Labels of the named products, archived or not. Refuses the same, and not_found if one of them is missing. */
export const printSelectedLabelsQuery = implement(printSelectedLabels, (tx, actor, input) =>
  labelsOf(tx, actor, input.product_ids, { ...input, allOrNone: true }),
)

type Choices = Omit<z.output<typeof printSelectedLabels.input>, 'product_ids'> & { allOrNone?: true }

async function labelsOf(tx: Tx, actor: Actor, ids: readonly string[], choices: Choices): Promise<FileAnswer> {
  requireFew(ids.length * choices.copies, 'copies')
  const [products, currency] = await Promise.all([productsOf(tx, actor, ids), currencyOf(tx, actor)])
  const missing = ids.length - products.length
  if (choices.allOrNone && missing > 0) refuseFields({ product_ids: noLonger(missing) }, 'not_found')
  if (products.length === 0) refuse('not_found')
  const labels = products.map(({ name, sku, barcode, price }) => ({
    name,
    sku,
    code: barcode ?? sku,
    lot: null,
    price: choices.with_price ? formatMoney(price, currency) : null,
    copies: choices.copies,
  }))
  const [only] = products
  return labelFile(tx, actor, products.length === 1 && only ? `Labels ${only.sku}` : 'Labels', labels, choices)
}

const noLonger = (missing: number) =>
  missing === 1 ? '1 of these products no longer exists' : `${missing} of these products no longer exist`

function listed(tx: Tx, actor: Actor, input: Input): Promise<string[]> {
  return findIds(tx, actor, { ...input, by: 'happened', archived: false, limit: limits.labelsPerFile + 1 })
}

type Row = { name: string; sku: string; barcode: string | null; price: number }

function productsOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Row[]> {
  return tx.all(sql<Row>`
    select p.name, p.sku, p.barcode, p.price
    from unnest(${ids}::uuid[]) with ordinality as listed (id, position)
    join products p on p.org_id = ${actor.org_id} and p.id = listed.id
    order by listed.position`)
}
