import { counted } from '../../contract/counted-nouns.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { withoutCents } from '../../contract/currencies.ts'
import { decimalPlaces, smallestUnits } from '../../contract/quantity.ts'
import { numberProblem } from '../kit/number-text.ts'
import { shownCurrency } from '../ui/money.ts'
import type { editProducts } from '../../contract/product-edits.ts'
import type { ProductListItem } from '../../contract/products.ts'

type Edit = InputOf<typeof editProducts>['products'][number]

/** `keep` changes nothing; `raise` and `lower` are by a percentage of each product's price. */
export type PriceChange = 'keep' | 'set' | 'raise' | 'lower'

/** Whether the price follows from the one before. */
export const isRelative = (change: PriceChange): change is 'raise' | 'lower' => change === 'raise' || change === 'lower'

/** The fields of the form that edits several products. '' keeps what each product has. */
export type EditedValues = {
  /** `none` for uncategorized. */
  category_id: string
  /** `none` for no supplier. */
  supplier_id: string
  price_change: PriceChange
  /** A price, or a percentage. */
  price: number | string
  min_stock_level: number | string
}

export const unedited: EditedValues = {
  category_id: '',
  supplier_id: '',
  price_change: 'keep',
  price: '',
  min_stock_level: '',
}

/** The choice that takes a category or supplier away. */
export const none = 'none'

type Priced = Pick<ProductListItem, 'price'>

/**
 * The price of a product after the change, rounded half up to what the currency has; what was typed if it isn't a
 * number.
 */
export function priceAfter({ price }: Priced, { price_change, price: typed }: EditedValues): number | string {
  if (typeof typed !== 'number' || price_change === 'set') return typed
  const share = smallestUnits(typed, 2) * (price_change === 'raise' ? 1n : -1n)
  const hasCents = !withoutCents.has(shownCurrency())
  // Of the product, which counts ten-thousandths of a cent.
  const unit = hasCents ? 10_000n : 1_000_000n
  const units = (smallestUnits(price, 2) * (10_000n + share) + unit / 2n) / unit
  return Number(units) / (hasCents ? 100 : 1)
}

/** The edits of these products. A price that follows from the one before is refused if that has changed meanwhile. */
export function editsOf(
  products: readonly Pick<ProductListItem, 'id' | 'version' | 'price'>[],
  values: EditedValues,
): Edit[] {
  const { category_id, supplier_id, price_change, min_stock_level } = values
  const chosen = (id: string) => (id === none ? null : id)
  return products.map((product) => ({
    id: product.id,
    ...(isRelative(price_change) ? { version: product.version } : {}),
    ...(category_id ? { category_id: chosen(category_id) } : {}),
    ...(supplier_id ? { supplier_id: chosen(supplier_id) } : {}),
    ...(price_change === 'keep' ? {} : { price: priceAfter(product, values) as number }),
    ...(min_stock_level === '' ? {} : { min_stock_level: min_stock_level as number }),
  }))
}

/** Whether the form changes anything. */
export function editsNothing({ category_id, supplier_id, price_change, min_stock_level }: EditedValues): boolean {
  return !category_id && !supplier_id && price_change === 'keep' && min_stock_level === ''
}

/** What the schema can't check, by field: a percentage, and decimals that a product doesn't allow. */
export function problemsOf(
  products: readonly Pick<ProductListItem, 'name' | 'quantity_decimals'>[],
  { price_change, price, min_stock_level }: EditedValues,
): Partial<Record<keyof EditedValues, string>> {
  const percentage = isRelative(price_change) ? percentageProblem(price, price_change) : undefined
  const wanted = typeof min_stock_level === 'number' ? decimalPlaces(min_stock_level) : 0
  const coarse = products.find(({ quantity_decimals }) => quantity_decimals < wanted)
  const decimals = coarse && `${coarse.name} allows ${decimalsText(coarse.quantity_decimals)}`
  return { ...(percentage ? { price: percentage } : {}), ...(decimals ? { min_stock_level: decimals } : {}) }
}

const decimalsText = (decimals: number) =>
  decimals === 0 ? 'whole numbers only' : `at most ${counted(decimals, 'decimal')}`

function percentageProblem(typed: number | string, change: 'raise' | 'lower'): string | undefined {
  if (typeof typed !== 'number') return numberProblem(typed) ?? 'Enter a percentage above 0'
  if (typed <= 0) return 'Enter a percentage above 0'
  if (decimalPlaces(typed) > 2) return 'Use at most 2 decimals'
  if (change === 'lower' && typed > 100) return 'A price can be lowered by at most 100%'
  return typed > 1_000 ? 'A price can be raised by at most 1,000%' : undefined
}
