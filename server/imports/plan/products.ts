import { limits } from '../../../contract/limits.ts'
import { decimalPlaces, exactUnits } from '../../../contract/quantity.ts'
import { newId } from '../../platform/ids.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { withPauses } from '../../platform/pauses.ts'
import { isUnreadable, tooManyDecimals } from '../sheets/cells.ts'
import type { PlannedChange } from './changes.ts'
import type { ExistingProduct } from '../existing/existing-products.ts'
import { differsFromFile } from './plan-count.ts'
import { decimalsOf, planUpdate, type ProductUpdate } from './product-updates.ts'
import { takenValues } from './taken-values.ts'
import type { Opening } from './home-stock.ts'
import type { HomeLocation } from './locations.ts'
import type { ProductContext } from './product-context.ts'
import { newValues } from '../sheets/field.ts'
import type { Problems } from '../sheets/problems.ts'
import { productFields } from '../sheets/products.ts'
import { type ProductRow, spacedOnce } from '../read/row-readers.ts'

/** A product to create, or one archived by an undo to restore with the file's fields. */
export type PlannedProduct = {
  id: string
  key: string
  restores: boolean
  fields: NewFields
  category_id: string | null
  supplier_id: string | null
  home: HomeLocation
  /** Its opening stock at each location that the file gives it for. */
  openings: Opening[]
  /**
   * Its opening stock in all, and its stock after its transactions (maintained by `planStock`), in ten-thousandths of
   * a unit.
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
  const lookalike = lookalikes(existing)
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
        const other = lookalike(fields)
        if (other !== null)
          problems.at(fields.row, 'sku', `This SKU differs from ${other} only in spaces. Please correct it.`)
        refuseFine(fields, undefined, allQuantities, problems)
        plan.added.push(planAdded(fields, product, context))
      }
    }
  return plan
}

/** Finds another SKU that looks the same, because runs of spaces look like one: in the file, or of a product. */
function lookalikes({ products }: ProductContext['existing']): (row: ProductRow) => string | null {
  const rows = new Map<string, ProductRow>()
  return (row) => {
    const shown = spacedOnce(row.key)
    const first = rows.get(shown)
    rows.set(shown, first ?? row)
    if (first) return `the one in row ${first.row.row}`
    const product = shown === row.key ? undefined : products.get(shown)
    return product ? `that of ${excerpt(product.name, 60)} (${product.sku})` : null
  }
}

function planAdded(given: ProductRow, product: ExistingProduct | undefined, context: ProductContext): PlannedProduct {
  const { categories, suppliers, problems } = context
  const { home, openings } = placedStock(given, context)
  const fields = newFields(given, home)
  const opening = openings.reduce((sum, { quantity }) => sum + exactUnits(quantity), 0n)
  if (opening > most) problems.at(given.row, 'stock_quantity', 'The stock of this product would be too large')
  return {
    id: product?.id ?? newId(),
    key: given.key,
    restores: product !== undefined,
    fields,
    category_id: given.category_name === null ? null : categories.idOf(given.category_name),
    supplier_id: given.supplier_name === null ? null : suppliers.idOf(given.supplier_name, given.row, problems),
    home,
    openings,
    opening,
    onHand: opening,
    stockIsKnown:
      !isUnreadable(given.row, 'stock_quantity', given.stock_quantity) &&
      given.located.every(({ quantity }) => quantity !== null),
    decimals: decimalsOf(given, undefined),
  }
}

const most = exactUnits(limits.quantityMax)

/**
 * Where a new product's units go, and its stock there or at each location of the file. Of these, its own is the first
 * that has stock, unless the row names one.
 */
function placedStock(given: ProductRow, { locations, problems }: ProductContext) {
  const openings = given.located.map(({ location, quantity, row }) => {
    const { id, name, is_active } = locations.locationOf(location)
    if (!is_active) problems.at(row, 'stock_quantity', `“${name}” isn’t an active location`)
    return { location_id: id, location: name, quantity: quantity ?? 0 }
  })
  const first = openings.find(({ quantity }) => quantity > 0) ?? openings[0]
  const home = locations.locationOf(given.location ?? first?.location ?? null)
  if (!home.is_active && first === undefined)
    problems.at(given.row, 'location', `“${home.name}” isn’t an active location`)
  const only = { location_id: home.id, location: home.name, quantity: given.stock_quantity ?? 0 }
  return { home, openings: openings.length > 0 ? openings : [only] }
}

/** The fields of a new product, with an existing location's spelling. */
function newFields(given: ProductRow, home: HomeLocation) {
  const { row, name, sku } = given
  const location = given.location === null && given.located.length === 0 ? null : home.name
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
  if (columns !== allQuantities) return
  for (const { quantity, row } of fields.located)
    if (decimalPlaces(quantity ?? 0) > decimals)
      problems.at(row, 'stock_quantity', tooManyDecimals({ label: 'Stock quantity', decimals }))
}
