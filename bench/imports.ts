import { write, utils } from '@e965/xlsx'
import { signUp } from './person.ts'
import { memoryMb, type BenchServer } from './server.ts'

export type ImportTimes = {
  products: number
  readSeconds: number
  importSeconds: number
  undoSeconds: number
  peakMb: number
}

/** A workbook of products with opening stock: read, imported and undone, with the server's memory looked at all the while. */
export async function benchImport(server: BenchServer, products: number): Promise<ImportTimes> {
  const person = await signUp(server)
  let peakMb = 0
  const watch = setInterval(() => void memoryMb(server.pid).then((now) => (peakMb = Math.max(peakMb, now))), 50)
  try {
    const [file, readSeconds] = await timed(async () => {
      const response = await fetch(`${server.url}/api/v1/import-files?file_name=bench.xlsx`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/octet-stream' },
        body: workbook(products),
      })
      if (!response.ok) throw new Error(`the file was refused: ${await response.text()}`)
      return (await response.json()) as { id: string; preview: { problems: unknown[] } }
    })
    if (file.preview.problems.length > 0)
      throw new Error(`problems: ${JSON.stringify(file.preview.problems.slice(0, 3))}`)
    const [done, importSeconds] = await timed(() =>
      person.send<{ id: string }>('POST', '/imports', { import_file_id: file.id }),
    )
    const summary = await person.send<{ products: number; units: number }>('GET', '/products/summary')
    if (summary.products !== products || summary.units !== products * 10)
      throw new Error(`imported ${JSON.stringify(summary)}`)
    const [, undoSeconds] = await timed(() => person.send('POST', `/imports/${done.id}/reversal`, {}))
    return { products, readSeconds, importSeconds, undoSeconds, peakMb }
  } finally {
    clearInterval(watch)
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  const result = await work()
  return [result, (performance.now() - start) / 1_000]
}

function workbook(products: number): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: products }, (_, n) => ({
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
