import { write, utils } from '@e965/xlsx'
import type { Person } from './person.ts'
import type { BenchServer } from './server.ts'

export type ImportFile = {
  id: string
  preview: { problems: unknown[]; change_count: number; changes_nothing: boolean }
}

/** Uploads a file; throws if it is refused. */
export async function send(server: BenchServer, person: Person, body: Uint8Array<ArrayBuffer>): Promise<ImportFile> {
  const response = await post(server, person, body)
  if (!response.ok) throw new Error(`the file was refused: ${await response.text()}`)
  return (await response.json()) as ImportFile
}

export function post(server: BenchServer, person: Person, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${server.url}/api/v1/import-files?file_name=bench.xlsx`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/octet-stream' },
    body,
  })
}

export type Rows = ReturnType<typeof list>

/** This many products with stock, numbered from `first`. */
export function list(products: number, first = 0) {
  return Array.from({ length: products }, (_, place) => first + place).map((n) => ({
    name: `Product ${n}`,
    sku: `I-${String(n).padStart(6, '0')}`,
    description: `Made for the bench, number ${n}`,
    category_name: `Category ${n % 20}`,
    price: (n % 1_000) / 4,
    cost_price: (n % 1_000) / 8,
    stock_quantity: 10,
    min_stock_level: n % 7,
    image: '',
    location: 'Main Warehouse',
  }))
}

/** A file in the format of the server's own template. */
export function workbook(rows: Rows): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Products')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['name', 'description', 'color']]), 'Categories')
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['product_id', 'type', 'quantity', 'notes', 'status', 'currency']]),
    'Transactions',
  )
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer)
}
