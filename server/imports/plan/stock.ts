import { counted } from '../../../contract/counted-nouns.ts'
import { limits } from '../../../contract/limits.ts'
import { decimalPlaces, exactUnits } from '../../../contract/quantity.ts'
import { newId } from '../../platform/ids.ts'
import { withPauses } from '../../platform/pauses.ts'
import type { NewPosting, PostingLine } from '../../../ledger/posting.ts'
import type { EarlierImport } from '../existing/existing-records.ts'
import { signedQuantity } from './exact-sums.ts'
import { homeStock, type HomeStock, moveStock, type Opening, openingStock, removalProblem } from './home-stock.ts'
import type { PlannedCount } from './plan-count.ts'
import type { ProductContext } from './product-context.ts'
import type { ProductUpdate } from './product-updates.ts'
import type { PlannedProduct, PlannedProducts } from './products.ts'
import type { Problems } from '../sheets/problems.ts'
import type { ReadRows } from '../read/read-rows.ts'
import type { TransactionRow } from '../read/row-readers.ts'

/** One posting: everything the file does to the stock of one product, in sheet order. */
export type PlannedPosting = {
  id: string
  product_id: string
  location_id: string
  openings: readonly Opening[]
  counts: readonly PlannedCount[]
  entries: TransactionRow[]
}

/** A row with the status pending: it posts nothing until it is completed. */
export type PlannedDraft = { id: string; product_id: string; row: TransactionRow }

export type PlannedStock = {
  postings: PlannedPosting[]
  drafts: PlannedDraft[]
  /** The rows that this import posts or stores as drafts: each is identified by its fingerprint from now on. */
  imported: { fingerprint: Buffer; product_id: string; draft_id: string | null }[]
  posted: number
  /** Rows of earlier imports that are still in effect and skipped, by import. */
  importedBefore: (EarlierImport & { rows: number })[]
  units: { opening: bigint; in: bigint; out: bigint; adjusted: bigint; counted: bigint }
}

/** The stock of one product while its rows are processed. */
type Balance = { posting: PlannedPosting; stock: HomeStock; decimals: number; planned: PlannedProduct | null }

type Records = Pick<ProductContext, 'existing' | 'locations'>

const most = exactUnits(limits.quantityMax)

export async function planStock(
  rows: ReadRows,
  records: Records,
  products: PlannedProducts,
  problems: Problems,
  notices: string[],
): Promise<PlannedStock> {
  const plan: PlannedStock = {
    postings: [],
    drafts: [],
    imported: [],
    posted: 0,
    importedBefore: [],
    units: { opening: 0n, in: 0n, out: 0n, adjusted: 0n, counted: 0n },
  }
  const balances = startBalances(rows, products, plan)
  const before = new Map<string, EarlierImport & { rows: number }>()
  const setAgain = new Set<string>()
  const counted = new Set(products.updates.filter(({ counts }) => counts.length > 0).map(({ key }) => key))
  for await (const some of withPauses(rows.transactions))
    for (const row of some) {
      const { fingerprint } = row
      const earlier = fingerprint && records.existing.importedRows.get(fingerprint.toString('hex'))?.earlier
      if (earlier) {
        before.set(earlier.import_id, { ...earlier, rows: (before.get(earlier.import_id)?.rows ?? 0) + 1 })
        if (counted.has(row.key)) setAgain.add(row.key)
        continue
      }
      const balance = balances.get(row.key) ?? startOfUnnamed(row, balances, records, problems)
      // The stock after such a row is unknown: the product can't be checked further.
      if (balance && !fingerprint && !row.pending) balances.set(row.key, null)
      if (!balance || !fingerprint || !fits(row, balance, problems)) continue
      const draft_id = row.pending ? newId() : null
      if (draft_id) plan.drafts.push({ id: draft_id, product_id: balance.posting.product_id, row })
      else post(row, balance, plan)
      plan.imported.push({ fingerprint, product_id: balance.posting.product_id, draft_id })
    }
  plan.postings = [...balances.values()]
    .flatMap((balance) => (balance ? [balance.posting] : []))
    .filter(({ openings, counts, entries }) => openings.length + counts.length + entries.length > 0)
  plan.importedBefore = [...before.values()]
  notices.push(...stockNotices(setAgain.size, products.updates))
  return plan
}

/**
 * Products in the Products sheet start with their opening or the quantity they are set to. Null means that the start is
 * unknown.
 */
function startBalances(rows: ReadRows, products: PlannedProducts, plan: PlannedStock): Map<string, Balance | null> {
  const balances = new Map<string, Balance | null>()
  for (const product of products.added) {
    balances.set(product.key, product.stockIsKnown ? startOfAdded(product) : null)
    plan.units.opening += product.opening
  }
  for (const product of products.updates) {
    balances.set(product.key, product.stockIsKnown ? startOfExisting(product) : null)
    for (const { from, to } of product.counts) plan.units.counted += exactUnits(to) - exactUnits(from)
  }
  for (const { key } of rows.products) if (!balances.has(key)) balances.set(key, null)
  return balances
}

function stockNotices(setAgain: number, updates: ProductUpdate[]): string[] {
  const notices: string[] = []
  if (setAgain > 0)
    notices.push(
      `For ${counted(setAgain, 'product')}, stock is set to the quantity in the Products sheet plus the previously imported transactions from this file.`,
    )
  const short = updates.filter(({ counts }) => counts.some(({ to, reserved }) => to < reserved)).length
  if (short > 0)
    notices.push(
      `${counted(short, 'product')} will have less stock than is reserved for orders. The most recent reservations are released.`,
    )
  return notices
}

function startOfAdded(product: PlannedProduct): Balance {
  const posting = {
    id: newId(),
    product_id: product.id,
    location_id: product.home.id,
    openings: product.openings.filter(({ quantity }) => quantity > 0),
    counts: [],
    entries: [],
  }
  return {
    posting,
    stock: openingStock(product.home, product.openings),
    decimals: product.decimals,
    planned: product,
  }
}

function startOfExisting({ id, home, counts, stock, decimals }: ProductUpdate): Balance {
  const location_id = home?.id ?? counts[0]?.location_id ?? ''
  const posting = { id: newId(), product_id: id, location_id, openings: [], counts, entries: [] }
  return { posting, stock, decimals, planned: null }
}

/** Starts the balance of an existing product that isn't in the Products sheet. Null if there is none. */
function startOfUnnamed(
  row: TransactionRow,
  balances: Map<string, Balance | null>,
  { existing, locations }: Records,
  problems: Problems,
): Balance | null {
  // Its stock is unknown because of another row; adding "not found" would be misleading.
  if (balances.has(row.key)) return null
  const product = existing.products.get(row.key)
  if (!product) {
    problems.at(row.row, 'product_id', 'Product not found. No sheet and no existing product has this SKU.')
    return null
  }
  const location_id = product.home_location_id
  if (product.archived || location_id === null) {
    problems.at(row.row, 'product_id', 'This product is archived. Restore it first.')
    return null
  }
  const posting = { id: newId(), product_id: product.id, location_id, openings: [], counts: [], entries: [] }
  const stock = homeStock(product, locations.locationWithId(location_id), [])
  const balance = { posting, stock, decimals: product.quantity_decimals, planned: null }
  balances.set(row.key, balance)
  return balance
}

/**
 * Whether the row can be posted after the rows before it; otherwise reports the problem. A pending row only needs a
 * valid quantity.
 */
function fits(row: TransactionRow, balance: Balance, problems: Problems): boolean {
  if (decimalPlaces(row.quantity) > balance.decimals) {
    problems.at(
      row.row,
      'quantity',
      balance.decimals === 0
        ? 'Quantity must be a whole number for this product'
        : `Quantity has more than ${balance.decimals} decimals`,
    )
    return false
  }
  if (row.pending) return true
  const change = signedQuantity(row)
  const problem =
    change < 0n
      ? removalProblem(row, balance.stock)
      : balance.stock.available + change > most && 'The stock of this product would be too large'
  if (problem) problems.at(row.row, 'quantity', problem)
  return !problem
}

function post(row: TransactionRow, balance: Balance, plan: PlannedStock): void {
  const change = signedQuantity(row)
  moveStock(balance.stock, change)
  if (balance.planned) balance.planned.onHand += change
  balance.posting.entries.push(row)
  plan.posted++
  if (row.type === 'in') plan.units.in += change
  else if (row.type === 'out') plan.units.out -= change
  else plan.units.adjusted += change
}

/**
 * A planned posting in the kernel's format: the openings or the counts, then one entry per row, against the account
 * `adjustment`.
 */
export function newPosting(
  posting: PlannedPosting,
  source: { import_id: string; file_name: string | null },
): NewPosting {
  const { id, product_id, openings, counts, entries } = posting
  const lines: PostingLine[] = []
  // A posting has one text for all its entries; rows' own texts are stored by entry.
  const entry_notes: Record<string, string> = {}
  for (const { location_id, quantity } of openings)
    lines.push({
      product_id,
      entry_no: lines.length + 1,
      from_account: 'opening',
      to_account: 'available',
      to_location_id: location_id,
      quantity,
    })
  for (const { from, to, location_id, lot_id } of counts)
    lines.push({ product_id, entry_no: lines.length + 1, location_id, lot_id, count_from: from, count_to: to })
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
