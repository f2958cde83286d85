import type { z } from 'zod'
import { counted } from '../../contract/counted-nouns.ts'
import { isFileAddress } from '../../contract/file-addresses.ts'
import { type ProductCode, productCodes } from '../../contract/product-codes.ts'
import type { createProduct } from '../../contract/products.ts'
import { decimalPlaces } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import type { UniqueRefusals } from '../platform/sql-errors.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** The editable fields of a product, the same for create and edit. */
export type ProductFields = Omit<z.output<typeof createProduct.input>, 'id' | 'stock_quantity'>

/** The refusal of a second product with the same SKU or another code. */
export const productCodesTaken: UniqueRefusals = Object.fromEntries(
  Object.entries(productCodes).map(([field, { taken: code, sentence }]) => [
    `products_${field}_key`,
    { code, fields: { [field]: sentence } },
  ]),
)

/** The same, including a second product with the same id. */
export const productKeysTaken: UniqueRefusals = {
  ...productCodesTaken,
  products_pkey: {
    code: 'already_exists',
    fields: { id: 'A product with these details already exists. Please check your input.' },
  },
}

/** Why a product's decimals can't be reduced (kernel.uses_finer_quantities). */
export const finerQuantitiesInUse = 'Existing quantities of this product have more decimals. Choose at least as many.'

/** Refuses a save with quantities that have more decimals than the product allows, each beside its field. */
export function refuseFineQuantities(decimals: number, quantities: Readonly<Record<string, number | undefined>>): void {
  const sentence =
    decimals === 0
      ? 'Use a whole number for this product'
      : `Use at most ${counted(decimals, 'decimal')} for this product`
  const fine = Object.entries(quantities).filter(([, value]) => value !== undefined && decimalPlaces(value) > decimals)
  if (fine.length > 0) refuseFields(Object.fromEntries(fine.map(([field]) => [field, sentence])), 'too_many_decimals')
}

/**
 * The cost that a save gives a product; null if it is unknown. Refuses invalid_input beside `cost_price` if the cost
 * and `cost_is_known` contradict each other.
 */
export function givenCost({ cost_price, cost_is_known }: Pick<ProductFields, 'cost_price' | 'cost_is_known'>) {
  if (cost_is_known === false && cost_price) refuseFields({ cost_price: 'Leave the cost empty if it’s unknown' })
  if (cost_is_known === true && cost_price === null) refuseFields({ cost_price: 'Enter the cost' })
  return cost_is_known === false ? null : cost_price
}

/** The quantities of additional locations by the path of their field. */
export function additionalQuantities({ additional_locations }: ProductFields): Record<string, number> {
  return Object.fromEntries(
    additional_locations.map(({ quantity }, index) => [`additional_locations.${index}.quantity`, quantity]),
  )
}

const codeNames = Object.keys(productCodes) as ProductCode[]

/** Finds the product that has the same code, by the column of the code's unique index. */
const hasSameCode: Readonly<Record<ProductCode, (input: ProductFields) => Statement<boolean>>> = {
  sku: ({ sku }) => sql`sku_sort = lower(${sku})`,
  barcode: ({ barcode }) => sql`barcode = ${barcode ?? null}`,
}

/**
 * Refuses a save that names a category, supplier or picture file that doesn't exist (or isn't ours, which is the same),
 * or a code of an archived product; the unique keys refuse those of others.
 */
export async function requireReferences(
  tx: Tx,
  actor: Actor,
  input: ProductFields & { id?: string | undefined },
): Promise<void> {
  const file = input.image !== null && isFileAddress(input.image) ? input.image : null
  const archived = sql`
    select from products where org_id = ${actor.org_id} and archived_at is not null and id is distinct from ${input.id ?? null}::uuid`
  const { category, supplier, image, ...codes } = await tx.one(sql<
    Record<'category' | 'supplier' | 'image' | ProductCode, boolean>
  >`
    select
      ${input.category_id}::uuid is null
        or exists (select from categories where org_id = ${actor.org_id} and id = ${input.category_id}) as category,
      ${input.supplier_id}::uuid is null
        or exists (select from suppliers where org_id = ${actor.org_id} and id = ${input.supplier_id}) as supplier,
      ${file}::text is null or exists (select from files where org_id = ${actor.org_id} and address = ${file}) as image,
      ${sql.join(
        codeNames.map((code) => sql`exists (${archived} and ${hasSameCode[code](input)}) as ${sql.ref(code)}`),
        sql`, `,
      )}`)
  const missing = {
    ...(!category && { category_id: 'This category no longer exists' }),
    ...(!supplier && { supplier_id: 'This supplier no longer exists' }),
    ...(!image && { image: 'This image is no longer available. Upload it again.' }),
  }
  if (Object.keys(missing).length > 0) refuseFields(missing, 'not_found')
  for (const code of codeNames)
    if (codes[code]) refuseFields({ [code]: productCodes[code].archived }, productCodes[code].taken)
}
