import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'

export type NorthwindProduct = Readonly<{
  sku: string
  name: string
  description: string
  supplier_name: string
  price_cents: bigint
  min_stock_level: number
}>

export type NorthwindOrder = Readonly<{
  /** Its number in the sample data. */
  number: string
  /** Year and month of the order's date. */
  month: string
  customer_name: string
  customer_phone: string
  ship_to: string
  shipper: string
  freight: number
  is_shipped: boolean
  lines: readonly { sku: string; quantity: number; price_cents: bigint }[]
}>

export type Northwind = Readonly<{
  suppliers: readonly { name: string; contact_person: string; phone: string; address: string }[]
  products: readonly NorthwindProduct[]
  /** Sorted by date and number. */
  orders: readonly NorthwindOrder[]
}>

/** Reads the sample data, the first `orders` of its orders or all of them. */
export function readNorthwind(folder: string, orders = Number.POSITIVE_INFINITY): Northwind {
  const linesOf = Map.groupBy(rowsOf(folder, 'order_lines'), (line) => field(line, 'order_number'))
  return {
    suppliers: rowsOf(folder, 'suppliers').map((row) => ({
      name: field(row, 'name'),
      contact_person: field(row, 'contact_person'),
      phone: field(row, 'phone'),
      address: field(row, 'address'),
    })),
    products: rowsOf(folder, 'products').map((row) => ({
      sku: field(row, 'sku'),
      name: field(row, 'name'),
      description: field(row, 'description'),
      supplier_name: field(row, 'supplier_name'),
      price_cents: centsOf(field(row, 'price')),
      min_stock_level: Number(field(row, 'min_stock_level')),
    })),
    orders: rowsOf(folder, 'orders')
      .map((row) => ({
        number: field(row, 'order_number'),
        month: field(row, 'order_date').slice(0, 7),
        customer_name: field(row, 'customer_name'),
        customer_phone: field(row, 'customer_phone'),
        ship_to: field(row, 'ship_to'),
        shipper: field(row, 'shipper'),
        freight: Number(field(row, 'freight')),
        is_shipped: field(row, 'shipped_date') !== '',
        lines: (linesOf.get(field(row, 'order_number')) ?? []).map((line) => ({
          sku: field(line, 'sku'),
          quantity: Number(field(line, 'quantity')),
          price_cents: centsOf(field(line, 'unit_price')),
        })),
      }))
      .toSorted((a, b) => (a.month + a.number < b.month + b.number ? -1 : 1))
      .slice(0, orders),
  }
}

type Row = Record<string, string>

/** A CSV file as rows of texts, without interpreting numbers or dates. */
function rowsOf(folder: string, name: string): Row[] {
  const book = read(readFileSync(join(folder, `${name}.csv`), 'utf8'), { type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error(`${name}.csv has no rows`)
  return utils.sheet_to_json<Row>(sheet, { raw: true, defval: '' })
}

function field(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw new Error(`a row has no ${name}: ${JSON.stringify(row)}`)
  return value
}

/** `14.00` is 1,400 cents. */
function centsOf(dollars: string): bigint {
  const digits = /^(\d+)\.(\d\d)$/.exec(dollars)
  if (!digits) throw new Error(`${dollars} is no amount in dollars and cents`)
  return BigInt(`${digits[1]}${digits[2]}`)
}
