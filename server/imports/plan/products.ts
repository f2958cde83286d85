import { decimalPlaces, exactUnits } from '../../../contract/quantity.ts'
import { newId } from '../../platform/ids.ts'
import { withPauses } from '../../platform/pauses.ts'
import { isUnreadable, tooManyDecimals } from '../sheets/cells.ts'
import type { PlannedChange } from './changes.ts'
import type { ExistingProduct } from '../existing/existing-products.ts'
import { differsFromFile } from './plan-count.ts'
import { decimalsOf, planUpdate, type ProductUpdate } from './product-updates.ts'
import { takenValues } from './taken-values.ts'
import type { HomeLocation } from './locations.ts'
import type { ProductContext } from './product-context.ts'
import { newValues } from '../sheets/field.ts'
import type { Problems } from '../sheets/problems.ts'
import { productFields } from '../sheets/products.ts'
import type { ProductRow } from '../read/row-readers.ts'

/** A product to create, or one archived by an undo to restore with the file's fields. */
export type PlannedProduct = {
  id: string
  key: string
  restores: boolean
  fields: NewFields
  category_id: string | null
  supplier_id: string | null
  home: HomeLocation
  /**
   * Its opening stock, and its stock after its transactions (maintained by `planStock`), in ten-thousandths of a unit.
   */
  opening: bigint
  onHand: bigint
  /** Whether its opening could be read: otherwise its transactions can't be checked. */
  stockIsKnown: boolean
  /** The precision of its quantities; the finest if the row's value can't be read. */
  decimals: number
}

type NewFields = ReturnType<typeof newFields>

export type PlannedProducts = {
  added: PlannedProduct[]
  updates: ProductUpdate[]
  changes: PlannedChange[]
  /**
   * How many existing products have another stock than the file gives, including its transactions that are in effect.
   */
  stockDifferences: number
}

/** Plans one product per row: create, restore or update. A SKU can appear once in a file, ignoring case. */
export async function planProducts(rows: ProductRow[], context: ProductContext): Promise<PlannedProducts> {
  const { existing, problems, setStock } = context
  const seen = new Map<string, ProductRow>()
  const plan: PlannedProducts = { added: [], updates: [], changes: [], stockDifferences: 0 }
  const refuseTaken = takenValues(existing.owners, problems)
  for await (const some of withPauses(rows))
    for (const fields of some) {
      const first = seen.get(fields.key)
      const product = existing.products.get(fields.key)
      seen.set(fields.key, first ?? fields)
      refuseTaken(fields, product?.id)
      if (first) {
        problems.at(fields.row, 'sku', `This SKU is already used in row ${first.row.row}. Please use a unique SKU.`)
      } else if (product && !product.archived) {
        if (differsFromFile(fields, product, context)) plan.stockDifferences++
        refuseFine(fields, product, setStock ? allQuantities : onlyMinimum, problems)
        const update = planUpdate(fields, product, context)
        plan.updates.push(update)
        if (update.change) plan.changes.push(update.change)
      } else if (product && !product.restorable) {
        problems.at(
          fields.row,
          'sku',
          'This SKU belongs to an archived product. Restore that product or use another SKU.',
        )
      } else {
        refuseFine(fields, undefined, allQuantities, problems)
        plan.added.push(planAdded(fields, product, context))
      }
    }
  return plan
}

function planAdded(given: ProductRow, product: ExistingProduct | undefined, context: ProductContext): PlannedProduct {
  const { categories, suppliers, locations, problems } = context
  const home = locations.locationOf(given.location)
  if (!home.is_active) problems.at(given.row, 'location', `“${home.name}” isn’t an active location`)
  const fields = newFields(given, home)
  const opening = exactUnits(fields.stock_quantity)
  return {
    id: product?.id ?? newId(),
    key: given.key,
    restores: product !== undefined,
    fields,
    category_id: given.category_name === null ? null : categories.idOf(given.category_name),
    supplier_id: given.supplier_name === null ? null : suppliers.idOf(given.supplier_name, given.row, problems),
    home,
    opening,
    onHand: opening,
    stockIsKnown: !isUnreadable(given.row, 'stock_quantity', given.stock_quantity),
    decimals: decimalsOf(given, undefined),
  }
}

/** The fields of a new product, with an existing location's spelling. */
function newFields(given: ProductRow, home: HomeLocation) {
  const { row, name, sku } = given
  const location = given.location === null ? null : home.name
  return { ...newValues(productFields, given), name, sku, location, row }
}

const onlyMinimum = [['min_stock_level', 'Minimum stock level']] as const
const allQuantities = [['stock_quantity', 'Stock quantity'], ...onlyMinimum] as const

/** Reports quantities that are finer than the row, else the product allows. */
function refuseFine(
  fields: ProductRow,
  product: ExistingProduct | undefined,
  columns: typeof allQuantities | typeof onlyMinimum,
  problems: Problems,
): void {
  const decimals = decimalsOf(fields, product)
  for (const [column, label] of columns) {
    // A minimum that the row doesn't change must fit, too, if the row reduces the decimals.
    const present = column === 'min_stock_level' ? (product?.min_stock_level ?? 0) : 0
    if (decimalPlaces(fields[column] ?? present) > decimals)
      problems.at(fields.row, column, tooManyDecimals({ label, decimals }))
  }
}
