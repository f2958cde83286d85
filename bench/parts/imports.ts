import { signUp, type Person } from '../kit/person.ts'
import { type Measured, withProcessorTime } from '../kit/processor-time.ts'
import { type BenchServer, watchMemory } from '../kit/server.ts'
import { list, post, type Rows, send, workbook } from '../kit/workbook.ts'

export type ImportStep = Measured & { what: string; seconds: number }

export type ImportTimes = {
  products: number
  steps: ImportStep[]
  /**
   * Peak memory of the server: after malformed files, files of the maximum size and a first import, and after all five
   * imports.
   */
  firstPeakMb: number
  peakMb: number
}

/**
 * A workbook of products with opening stock: read, imported, read again, imported with changes, counted and undone, and
 * the same number imported by two other organizations, while the server's memory is sampled. Before that, the server
 * reads malformed files and one of the maximum size.
 */
export async function benchImport(server: BenchServer, products: number): Promise<ImportTimes> {
  const person = await signUp(server)
  const memory = watchMemory(server.pid)
  const steps: ImportStep[] = []
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const { result, ...measured } = await withProcessorTime(server, () => timed(work))
    steps.push({ what, ...measured })
    return result
  }
  const upload = (rows: Rows, by = person) => send(server, by, workbook(rows))
  const confirm = (id: string, by = person) => by.send<{ id: string }>('POST', '/imports', { import_file_id: id })
  const undo = (id: string) => person.send('POST', `/imports/${id}/reversal`, {})
  try {
    await sendBroken(server, person)
    const file = await step('a new file read', () => upload(list(products)))
    if (file.preview.problems.length > 0)
      throw new Error(`problems: ${JSON.stringify(file.preview.problems.slice(0, 3))}`)
    const done = await step('imported', () => confirm(file.id))
    const firstPeakMb = memory.peakMb()
    const summary = await person.send<{ products: number; units: number }>('GET', '/products/summary')
    if (summary.products !== products || summary.units !== products * 10)
      throw new Error(`imported ${JSON.stringify(summary)}`)

    const again = await step('the same file read again', () => upload(list(products)))
    if (!again.preview.changes_nothing) throw new Error('the same file would change something')
    const other = list(products).map((row) => ({ ...row, name: `${row.name}, new`, price: row.price + 1 }))
    const changed = await step('a file that changes every product read', () => upload(other))
    if (changed.preview.change_count !== products) throw new Error(`${changed.preview.change_count} would change`)
    const updated = await step('every product changed', () => confirm(changed.id))
    await step('the changes undone', () => undo(updated.id))

    const counted = await upload(list(products).map((row) => ({ ...row, stock_quantity: 12 })))
    await person.send('PUT', `/import-files/${counted.id}/preview`, { set_stock: true })
    const set = await step('all stock set', () => confirm(counted.id))
    await undo(set.id)
    await step('the first import undone', () => undo(done.id))
    for (let count = 0; count < 2; count++) {
      const stranger = await signUp(server)
      const theirs = await upload(list(products), stranger)
      await confirm(theirs.id, stranger)
    }
    return { products, steps, firstPeakMb, peakMb: memory.peakMb() }
  } finally {
    memory.stop()
  }
}

/**
 * What a server may receive before its busy hour: files of the maximum size that aren't workbooks, files that are too
 * large, and a truncated one.
 */
async function sendBroken(server: BenchServer, person: Person): Promise<void> {
  const cut = workbook(list(1_000)).slice(0, 40_000)
  const largest = new Uint8Array(20_971_520)
  largest.set([0x50, 0x4b, 0x03, 0x04])
  for (const body of [largest, new Uint8Array(21 * 1_048_576), cut, largest, largest]) {
    const response = await post(server, person, body).catch(() => null)
    if (response?.ok) throw new Error('a broken file was read')
    await response?.arrayBuffer()
  }
}

async function timed<T>(work: () => Promise<T>) {
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1_000, answers: 1 }
}
