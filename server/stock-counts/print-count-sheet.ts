import { limits } from '../../contract/limits.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { printCountSheet, type ProductToCount } from '../../contract/stock-counts.ts'
import { oneLocation } from '../locations/queries.ts'
import { dayText, momentText } from '../organizations/company-days.ts'
import { type Company, companyOf, letterhead } from '../organizations/company.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { keyset } from '../platform/paging.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { PrintedDocument } from '../printed-documents/printed-document.ts'
import { printedFile } from '../printed-documents/printed-file.ts'
import { byName, isLeft, momentOf, productColumns, stockAt } from './queries.ts'

const tooManyLines = `These products have more than ${formatQuantity(limits.countSheetLines)} lots. Count some of them first.`

/**
 * A sheet of what is left to count at a location, in the order of the screen, at most `limits.countSheetProducts`
 * products of the given part. Refuses not_found, also if nothing is left, and more than `limits.countSheetLines` lots.
 */
export const printCountSheetQuery = implement(printCountSheet, async (tx, actor, input) => {
  const { location_id, part, with_expected } = input
  const location = await oneLocation(tx, actor, location_id)
  const since = await momentOf(tx, actor, input.since)
  const [products, company] = await Promise.all([
    productsOf(tx, actor, { location_id, since, part }),
    companyOf(tx, actor),
  ])
  if (products.length === 0) refuse('not_found', {}, 'No products are left to count here.')
  if (products.reduce((sum, { lots }) => sum + lots.length, 0) > limits.countSheetLines)
    refuseFields({ part: tooManyLines })
  const now = await tx.one(sql<{ at: string }>`select app.now() as at`)
  const paper = paperOf({ location: location.name, products, company, with_expected, at: now.at })
  return printedFile(`Count sheet ${location.name}${part > 1 ? ` ${part}` : ''}`, paper)
})

type Product = ProductToCount & { barcode: string | null }

function productsOf(
  tx: Tx,
  actor: Actor,
  { location_id, since, part }: { location_id: string; since: string | undefined; part: number },
): Promise<Product[]> {
  const { order } = keyset(byName, undefined)
  const limit = limits.countSheetProducts
  return tx.all(sql<Product>`
    select ${productColumns}, p.barcode
    from (
      select p.* from products p
      where p.org_id = ${actor.org_id} and p.archived_at is null and ${isLeft(location_id, since)}
      ${order} limit ${sql.rows(limit)} offset ${(part - 1) * limit}
    ) p ${stockAt(location_id)} ${order}`)
}

type Contents = Readonly<{
  location: string
  products: readonly Product[]
  company: Company
  with_expected: boolean
  at: string
}>

/** Where counters sign. */
const line = '_'.repeat(24)

function paperOf({ location, products, company, with_expected, at }: Contents): PrintedDocument {
  const hasLots = products.some(({ lots }) => lots.some(({ lot_number }) => lot_number !== ''))
  return {
    title: 'Count Sheet',
    number: location,
    facts: [
      ['Location', location],
      // Stock that moves after this moment explains differences.
      [with_expected ? 'Expected as of' : 'Printed', momentText(at, company)],
      ['Products', formatQuantity(products.length)],
      ['Counted by', line],
    ],
    from: letterhead(company),
    parties: [],
    columns: [
      { header: 'SKU' },
      { header: 'Product', grows: true },
      ...(hasLots ? [{ header: 'Lot' }] : []),
      ...(with_expected ? [{ header: 'Expected', align: 'right' } as const] : []),
      { header: 'Counted', boxWidth: 84 },
    ],
    rows: products.flatMap((product) =>
      product.lots.map((lot) => [
        product.product_sku,
        { text: product.product_name, note: noteOf(product) },
        ...(hasLots ? [lotCell(lot)] : []),
        ...(with_expected ? [formatQuantity(lot.on_hand)] : []),
        '',
      ]),
    ),
    sums: [],
    notes: [],
  }
}

/** The barcode, and how precisely to count what isn't counted in whole units. */
function noteOf({ barcode, quantity_decimals }: Product): string {
  const decimals =
    quantity_decimals > 0 && `Up to ${quantity_decimals} ${quantity_decimals === 1 ? 'decimal' : 'decimals'}`
  return [barcode, decimals].filter(Boolean).join(' · ')
}

function lotCell({ lot_number, expires_on }: Product['lots'][number]) {
  if (lot_number === '') return '–'
  return { text: lot_number, note: expires_on ? `Expires ${dayText(expires_on)}` : '' }
}
