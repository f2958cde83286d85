import { limits } from '../../contract/limits.ts'
import { decimalPlaces, formatQuantity } from '../../contract/quantity.ts'
import { newId } from '../platform/ids.ts'
import type { NewPosting, PostingLine } from '../stock/posting.ts'
import { fingerprint, type Known, type KnownProduct } from './known.ts'
import { asQuantity, tenThousandths } from './numbers.ts'
import type { PlannedProduct } from './plan-products.ts'
import type { Problems } from './problems.ts'
import type { ReadRows, TransactionRow } from './read-rows.ts'

/** One posting: everything the file does to the stock of one product, in sheet order. */
export type PlannedPosting = {
  id: string
  product_id: string
  location_id: string
  opening: number
  entries: TransactionRow[]
}

/** A row with the status pending: it posts nothing until somebody completes it. */
export type PlannedDraft = { id: string; product_id: string; row: TransactionRow }

export type PlannedStock = {
  postings: PlannedPosting[]
  drafts: PlannedDraft[]
  /** The rows that will stand: each is known from now on. */
  standing: { fingerprint: Buffer; product_id: string; draft_id: string | null }[]
  posted: number
  alreadyImported: number
  units: { opening: bigint; in: bigint; out: bigint; adjusted: bigint }
}

/** The stock of one product while its rows are walked. */
type Walk = { posting: PlannedPosting; available: bigint; decimals: number; planned: PlannedProduct | null }

const most = tenThousandths(limits.quantityMax)

export function planStock(
  rows: ReadRows,
  known: Known,
  products: PlannedProduct[],
  problems: Problems,
  notices: string[],
): PlannedStock {
  const plan: PlannedStock = {
    postings: [],
    drafts: [],
    standing: [],
    posted: 0,
    alreadyImported: 0,
    units: { opening: 0n, in: 0n, out: 0n, adjusted: 0n },
  }
  const walks = new Map<string, Walk>()
  for (const product of products) {
    walks.set(product.fields.key, startOfPlanned(product))
    plan.units.opening += product.opening
  }
  for (const row of rows.transactions) {
    const mark = fingerprint(row)
    if (known.importedRows.has(mark.toString('hex'))) {
      plan.alreadyImported++
      continue
    }
    const walk = walks.get(row.key) ?? startOfKnown(row, rows, known, problems)
    if (!walk) continue
    walks.set(row.key, walk)
    if (!fits(row, walk, problems)) continue
    const draft_id = row.pending ? newId() : null
    if (draft_id) plan.drafts.push({ id: draft_id, product_id: walk.posting.product_id, row })
    else post(row, walk, plan)
    plan.standing.push({ fingerprint: mark, product_id: walk.posting.product_id, draft_id })
  }
  plan.postings = [...walks.values()]
    .map(({ posting }) => posting)
    .filter(({ opening, entries }) => opening > 0 || entries.length > 0)
  if (plan.alreadyImported > 0) notices.push(knownRowsNotice(plan.alreadyImported))
  return plan
}

function knownRowsNotice(count: number): string {
  if (count === 1)
    return '1 row of the Transactions sheet was imported before and is left out, so that nothing is booked twice.'
  return `${formatQuantity(count)} rows of the Transactions sheet were imported before and are left out, so that nothing is booked twice.`
}

function startOfPlanned(product: PlannedProduct): Walk {
  const posting = {
    id: newId(),
    product_id: product.id,
    location_id: product.place.id,
    opening: product.fields.stock_quantity,
    entries: [],
  }
  return { posting, available: product.opening, decimals: product.fields.quantity_decimals, planned: product }
}

/** A product that the file does not bring along but the database has. */
function startOfKnown(row: TransactionRow, rows: ReadRows, known: Known, problems: Problems): Walk | undefined {
  // Its row in the Products sheet has a problem of its own; saying "not found" on top would lead astray.
  if (rows.skus.has(row.key)) return undefined
  const product: KnownProduct | undefined = known.products.get(row.key)
  if (!product) {
    problems.at(row.row, 'product_id', 'Product not found: no sheet and no product has this SKU')
    return undefined
  }
  if (product.archived || product.location_id === null) {
    problems.at(row.row, 'product_id', 'This product is archived. Restore it first.')
    return undefined
  }
  const posting = { id: newId(), product_id: product.id, location_id: product.location_id, opening: 0, entries: [] }
  return { posting, available: tenThousandths(product.available), decimals: product.quantity_decimals, planned: null }
}

/** Whether the row can be posted after the rows before it; names what is wrong otherwise. A pending row only needs a possible quantity. */
function fits(row: TransactionRow, walk: Walk, problems: Problems): boolean {
  if (decimalPlaces(row.quantity) > walk.decimals) {
    problems.at(
      row.row,
      'quantity',
      walk.decimals === 0
        ? 'Quantity must be a whole number for this product'
        : `Quantity has more than ${walk.decimals} decimals`,
    )
    return false
  }
  if (row.pending) return true
  const after = walk.available + signed(row)
  if (after < 0n) {
    problems.at(
      row.row,
      'quantity',
      `Cannot remove more than current stock (${formatQuantity(asQuantity(walk.available))})`,
    )
    return false
  }
  if (after > most) problems.at(row.row, 'quantity', 'The stock of this product becomes too large')
  return after <= most
}

function post(row: TransactionRow, walk: Walk, plan: PlannedStock): void {
  const change = signed(row)
  walk.available += change
  if (walk.planned) walk.planned.onHand += change
  walk.posting.entries.push(row)
  plan.posted++
  if (row.type === 'in') plan.units.in += change
  else if (row.type === 'out') plan.units.out -= change
  else plan.units.adjusted += change
}

function signed({ type, quantity }: TransactionRow): bigint {
  return type === 'out' ? -tenThousandths(quantity) : tenThousandths(quantity)
}

/** A planned posting as the kernel takes it: the opening, then one entry per row, against the account `adjustment`. */
export function newPosting(
  posting: PlannedPosting,
  source: { import_id: string; file_name: string | null },
): NewPosting {
  const { id, product_id, location_id, opening, entries } = posting
  const lines: PostingLine[] = []
  // A posting has one text for all its entries; what rows say for themselves stands beside it, by entry.
  const entry_notes: Record<string, string> = {}
  if (opening > 0) {
    lines.push({
      product_id,
      entry_no: 1,
      from_account: 'opening',
      to_account: 'available',
      to_location_id: location_id,
      quantity: opening,
    })
  }
  for (const row of entries) {
    const entry_no = lines.length + 1
    lines.push({ entry_no, ...entryLine(posting, row) })
    if (row.notes !== null) entry_notes[entry_no] = row.notes
  }
  return { id, kind: 'import', metadata: { ...source, entry_notes }, lines }
}

function entryLine({ product_id, location_id }: PlannedPosting, { type, quantity }: TransactionRow): PostingLine {
  if (type === 'adjustment') return { product_id, type, quantity, location_id }
  if (type === 'in')
    return {
      product_id,
      type,
      from_account: 'adjustment',
      to_account: 'available',
      to_location_id: location_id,
      quantity,
    }
  return {
    product_id,
    type,
    from_account: 'available',
    from_location_id: location_id,
    to_account: 'adjustment',
    quantity,
  }
}
