import { hexColor } from '../../../contract/categories.ts'
import { limits } from '../../../contract/limits.ts'
import { pictureIn, emailIn, numberIn, textIn } from '../sheets/cells.ts'
import type { Problems } from '../sheets/problems.ts'
import type { SheetRow } from '../sheets/sheets.ts'

/** What every row of every sheet has: where it stands, what it is told apart by (without regard to case), and whether something is wrong with it. */
type Row = { row: SheetRow; key: string; broken: boolean }

/** Of each field, null is a blank cell: the default of something new, left alone in what is there. */
export type ProductRow = Row & {
  name: string
  sku: string
  description: string | null
  category_name: string | null
  price: number | null
  cost_price: number | null
  stock_quantity: number | null
  min_stock_level: number | null
  image: string | null
  location: string | null
  quantity_decimals: number | null
}

export type CategoryRow = Row & { name: string; description: string | null; color: string | null }

export type SupplierRow = Row & {
  name: string
  email: string | null
  phone: string | null
  address: string | null
  contact_person: string | null
  tax_id: string | null
  payment_terms: string | null
  notes: string | null
  status: 'active' | 'inactive' | null
}

export type LocationRow = Row & {
  name: string
  description: string | null
  address: string | null
  contact_person: string | null
  phone: string | null
  email: string | null
}

export type TransactionRow = Row & {
  sku: string
  type: 'in' | 'out' | 'adjustment'
  /** More than zero; signed and not zero for an adjustment. */
  quantity: number
  notes: string | null
  pending: boolean
  /** Whether it can be told what the row does to the stock: its type, quantity and status could be read. */
  readable: boolean
}

/**
 * How SKUs and names are compared: without regard to case, as PostgreSQL's `lower` does it (each character by itself, to one
 * character: İ becomes i, and a Σ at the end of a word is a σ like any other).
 */
export function keyOf(name: string): string {
  return Array.from(name, (character) => Array.from(character.toLowerCase())[0]).join('')
}

/** A key as the `name_sort` columns hold it. */
export function sortKey(key: string): string {
  return Array.from(key).slice(0, 200).join('')
}

const money = { decimals: 2, max: limits.moneyMax }
const quantity = { decimals: limits.quantityDecimalsMax, max: limits.quantityMax }

/** A row whose SKU can be read. Whether its quantities have too many decimals is known only beside the product, where the row does not say. */
export function readProduct(row: SheetRow, problems: Problems): ProductRow | undefined {
  const text = (column: string, max: number) => textIn(problems, row, column, max) ?? null
  const number = (column: string, label: string, rule: { decimals: number; max: number }) =>
    numberIn(problems, row, column, { label, ...rule }) ?? null
  const name = text('name', limits.nameCharacters) ?? ''
  const sku = text('sku', limits.skuCharacters)
  const fields = {
    description: text('description', limits.textCharacters),
    category_name: text('category_name', limits.nameCharacters),
    price: number('price', 'Price', money),
    cost_price: number('cost_price', 'Cost price', { decimals: 4, max: 9_999_999_999 }),
    stock_quantity: number('stock_quantity', 'Stock quantity', quantity),
    min_stock_level: number('min_stock_level', 'Minimum stock level', quantity),
    image: pictureIn(problems, row, 'image') ?? null,
    location: text('location', limits.shortTextCharacters),
    quantity_decimals: number('quantity_decimals', 'Quantity decimals', {
      decimals: 0,
      max: limits.quantityDecimalsMax,
    }),
  }
  return sku === null ? undefined : { row, broken: false, key: keyOf(sku), name, sku, ...fields }
}

export function readCategory(row: SheetRow, problems: Problems): CategoryRow | undefined {
  const name = textIn(problems, row, 'name', limits.nameCharacters)
  const description = textIn(problems, row, 'description', limits.textCharacters) ?? null
  const typed = textIn(problems, row, 'color', 20) ?? null
  const color = typed === null ? null : hexColor.safeParse(typed.startsWith('#') ? typed : `#${typed}`)
  if (color && !color.success) problems.at(row, 'color', 'Please enter a color like #3B82F6')
  return name ? { row, broken: false, key: keyOf(name), name, description, color: color?.data ?? null } : undefined
}

export function readSupplier(row: SheetRow, problems: Problems): SupplierRow | undefined {
  const text = (column: string, max: number = limits.shortTextCharacters) => textIn(problems, row, column, max) ?? null
  const name = text('name', limits.nameCharacters)
  const fields = {
    email: emailIn(problems, row, 'email') ?? null,
    phone: text('phone'),
    address: text('address', limits.textCharacters),
    contact_person: text('contact_person'),
    tax_id: text('tax_id'),
    payment_terms: text('payment_terms'),
    notes: text('notes', limits.textCharacters),
    status: readStatus(row, problems),
  }
  return name ? { row, broken: false, key: keyOf(name), name, ...fields } : undefined
}

function readStatus(row: SheetRow, problems: Problems): SupplierRow['status'] {
  const typed = textIn(problems, row, 'status', limits.shortTextCharacters)?.toLowerCase()
  if (typed === undefined || typed === 'active' || typed === 'inactive') return typed ?? null
  problems.at(row, 'status', 'Status must be active, inactive or empty')
  return null
}

export function readLocation(row: SheetRow, problems: Problems): LocationRow | undefined {
  const text = (column: string, max: number = limits.shortTextCharacters) => textIn(problems, row, column, max) ?? null
  const name = text('name')
  const fields = {
    description: text('description', limits.textCharacters),
    address: text('address', limits.textCharacters),
    contact_person: text('contact_person'),
    phone: text('phone'),
    email: emailIn(problems, row, 'email') ?? null,
  }
  return name ? { row, broken: false, key: keyOf(name), name, ...fields } : undefined
}

const transactionTypes = ['in', 'out', 'adjustment'] as const

/** A row whose SKU can be read; with the type `in` and the quantity 0 where these cannot. */
export function readTransaction(row: SheetRow, problems: Problems): TransactionRow | undefined {
  const sku = textIn(problems, row, 'product_id', limits.skuCharacters)
  const type = readType(row, problems)
  const quantity = readQuantity(row, problems, type)
  const notes = textIn(problems, row, 'notes', limits.textCharacters) ?? null
  const status = textIn(problems, row, 'status', limits.shortTextCharacters)?.toLowerCase() ?? 'completed'
  const statusIsKnown = status === 'completed' || status === 'pending'
  if (!statusIsKnown) problems.at(row, 'status', 'Status must be completed, pending or empty')
  const currency = textIn(problems, row, 'currency', limits.shortTextCharacters)
  if (currency && currency.toUpperCase() !== 'USD') problems.at(row, 'currency', 'Currency must be USD')
  if (!sku) return undefined
  const pending = status === 'pending'
  const readable = type !== undefined && quantity !== undefined && statusIsKnown
  return {
    row,
    broken: false,
    key: keyOf(sku),
    sku,
    type: type ?? 'in',
    quantity: quantity ?? 0,
    notes,
    pending,
    readable,
  }
}

function readType(row: SheetRow, problems: Problems): TransactionRow['type'] | undefined {
  if (row.values['type'] === undefined) return undefined
  const typed = textIn(problems, row, 'type', limits.shortTextCharacters)
  if (typed === undefined || typed === null) return undefined
  const type = transactionTypes.find((known) => known === typed.toLowerCase())
  if (!type) problems.at(row, 'type', 'Type must be in, out or adjustment')
  return type
}

function readQuantity(row: SheetRow, problems: Problems, type: TransactionRow['type'] | undefined): number | undefined {
  const signed = type === 'adjustment'
  // An unsigned quantity below zero is told the same as zero: the spec has one sentence for both.
  const rule = { label: 'Quantity', decimals: limits.quantityDecimalsMax, max: limits.quantityMax, signed: true }
  const quantity = numberIn(problems, row, 'quantity', rule)
  if (quantity === undefined || quantity === null) return undefined
  if (signed ? quantity !== 0 : quantity > 0) return quantity
  problems.at(
    row,
    'quantity',
    signed ? 'The quantity of an adjustment must not be 0' : 'Quantity must be greater than 0',
  )
  return undefined
}
