import { sumAmounts } from '../../contract/money.ts'
import { formatCost, lineAmount } from '../ui/money.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import { decimalsProblem } from '../../contract/quantity-decimals.ts'
import { mergeLines } from '../kit/merge-lines.ts'
import { idTaken } from '../kit/id-taken.ts'
import { newId } from '../kit/new-id.ts'

/**
 * A line of an order in its form: numbers may be partly typed; the product's name is included so that it needn't be
 * loaded.
 */
export type OrderLineValues = Readonly<{
  key: string
  id?: string | undefined
  product_id: string
  product_name: string
  product_sku: string
  quantity: number | string
  unit_price: number | string
  location_id: string | null
  /** Of a stored line: the decimals its amount is rounded to. */
  amount_decimals?: number | undefined
  /** Part of it was shipped, or is in a shipment: the line stays. Only for comparing versions of an order. */
  started?: boolean
}>

/** A stored line in its form. Its key is its id, so that a refetch returns the same values again. */
export function storedLine(
  line: Readonly<{ id: string; quantity: number; unit_price: number; amount_decimals: number }> & ProductOfLine,
  location_id: string | null,
): OrderLineValues & { id: string } {
  const { id, product_id, product_name, product_sku, quantity, unit_price, amount_decimals } = line
  return { key: id, id, product_id, product_name, product_sku, quantity, unit_price, amount_decimals, location_id }
}

type ProductOfLine = Pick<OrderLineValues, 'product_id' | 'product_name' | 'product_sku'>

/** A field of a line that leads to another one. */
export type LineField = 'product' | 'quantity' | 'unit_price'

/** The behavior of a new order's form if the order was already created from it, with other contents. */
export const anotherOrder = idTaken(
  'An order was already created from this form, with different contents. Check it first. Create Order adds a second one.',
)

/** A new line: one unit without a price, as specified. */
export function blankLine(location_id: string | null = null): OrderLineValues {
  const key = newId()
  return { key, product_id: '', product_name: '', product_sku: '', quantity: 1, unit_price: 0, location_id }
}

/** An untouched line from `blankLine`. */
function isUntouched({ id, product_id, quantity, unit_price }: OrderLineValues): boolean {
  return id === undefined && product_id === '' && Number(quantity) === 1 && Number(unit_price) === 0
}

/**
 * The lines that are meant: without the untouched ones at the end, which Enter makes before anyone knows whether there
 * is another item. If no line has a product nothing is left out, so that the missing fields are reported.
 */
export function linesToSave(lines: readonly OrderLineValues[]): readonly OrderLineValues[] {
  if (lines.every(({ product_id }) => product_id === '')) return lines
  return lines.slice(0, lines.findLastIndex((line) => !isUntouched(line)) + 1)
}

/** The amount of a line if it were saved. Without an id it is a new one, in the decimals of the currency. */
export function amountOf({ id, quantity, unit_price, amount_decimals }: LineFigures): number | null {
  return lineAmount(quantity, id === undefined ? { unit_price } : { unit_price, amount_decimals })
}

/** What a line's amount follows from. */
export type LineFigures = Pick<OrderLineValues, 'id' | 'quantity' | 'unit_price' | 'amount_decimals'>

/** The order's totals if it were saved: the number of items, and the sum of their amounts. */
export function sumsOf(lines: readonly OrderLineValues[]): { count: number; total: number } {
  const meant = linesToSave(lines)
  return { count: meant.length, total: sumAmounts(meant.map((line) => amountOf(line))) }
}

/** How many of each product the unsaved lines want; a partly typed number counts as nothing. */
export function wantedOf(lines: readonly OrderLineValues[]): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>()
  for (const { id, product_id, quantity } of lines)
    if (id === undefined && typeof quantity === 'number')
      wanted.set(product_id, roundTo((wanted.get(product_id) ?? 0) + quantity, 4))
  return wanted
}

/** Why a line's quantity can't be saved for its product; undefined if it can, or isn't a number yet. */
export function quantityProblem(
  { quantity, product_name: name }: OrderLineValues,
  quantity_decimals: number | undefined,
): string | undefined {
  if (quantity_decimals === undefined || typeof quantity !== 'number') return undefined
  return decimalsProblem(quantity, { name, quantity_decimals })
}

/** The text below a quantity: `Only 4 available, 2 backordered`. With `inAll`, stock at all locations is counted. */
export function availableText(available: number, wanted: number, inAll: boolean): string {
  const count = formatQuantity(available)
  if (wanted > available) {
    const rest = `${formatQuantity(roundTo(wanted - available, 4))} backordered`
    return inAll ? `Only ${count} available in total, ${rest}` : `Only ${count} available, ${rest}`
  }
  return inAll ? `${count} available in total` : `${count} available`
}

/** A line's input for the server. */
export function lineInput({ id, product_id, quantity, unit_price, location_id }: OrderLineValues) {
  return {
    ...(id === undefined ? {} : { id }),
    product_id,
    quantity,
    unit_price,
    location_id,
  }
}

/** The notice for a line that both editors changed; `theirs` is their amount. */
const sentences = {
  both: (item: string, theirs: string) => `You both changed ${item}. The form has your value; theirs was ${theirs}.`,
  they_removed: (item: string) => `They removed ${item}, which you changed. It’s back as a new item.`,
  you_removed: (item: string) => `You removed ${item}, which they changed. It’s back in the form.`,
}

/** Merges two editors' lines, with messages about what both changed. */
export function mergeOrderLines(
  base: readonly OrderLineValues[],
  yours: readonly OrderLineValues[],
  theirs: readonly OrderLineValues[],
): { lines: OrderLineValues[]; toCheck: string[] } {
  const { lines, clashes } = mergeLines(base, yours, theirs)
  const toCheck = clashes.map(({ line: key, text }) => {
    const line = lines.find((one) => one.key === key)
    const other = text === 'both' ? theirs.find(({ id }) => id === line?.id) : undefined
    return sentences[text](line?.product_name || 'an item', other ? amountText(other, line) : 'removed')
  })
  return { lines, toCheck }
}

/** A line in few words: "12 at $3.50", with the product if it differs. */
function amountText(line: OrderLineValues, beside: OrderLineValues | undefined): string {
  const amount = `${line.quantity} at ${formatCost(Number(line.unit_price))}`
  return line.product_id === beside?.product_id ? amount : `${line.product_name}, ${amount}`
}

/** The first problem of an order's lines, in the spec's order: none at all, then products, then quantities. */
export function lineError(errors: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof errors['lines'] === 'string') return errors['lines']
  for (const field of ['product_id', 'quantity', 'unit_price', 'location_id']) {
    const found = Object.entries(errors).find(([path]) => path.startsWith('lines.') && path.endsWith(`.${field}`))
    if (typeof found?.[1] === 'string') return found[1]
  }
  return undefined
}
