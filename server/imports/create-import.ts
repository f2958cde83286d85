import { createImport, type ImportPreview, type ImportRecord } from '../../contract/imports.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { carryOut } from './carry-out.ts'
import { forgetFile, lockFile, readFile, type StoredFile } from './import-files.ts'
import { jsonSheets } from './json-sheets.ts'
import { lookUp } from './known.ts'
import { planImport, type Plan } from './plan.ts'
import { previewOf } from './preview.ts'
import { reportProgress, withProgress } from './progress.ts'
import { importById } from './queries.ts'
import { readRows } from './read-rows.ts'
import type { Sheets } from './sheets.ts'
import { takeTurn } from './turn.ts'

type Input = {
  id?: string | undefined
  dry_run: boolean
  import_file_id?: string | undefined
  products?: unknown
  categories?: unknown
  transactions?: unknown
}

/**
 * Imports a file that was read, or rows sent as JSON: everything or nothing, in this one transaction. A dry run answers the preview.
 * Refuses, in this order: invalid_input (a file and rows), in_progress (another import or undo of the organisation runs), conflict (this
 * file was imported already), not_found (no such file), import_has_problems (all of them, as in the preview). What changes between
 * the check and the posting is refused by the kernel with its numbers.
 */
export const createImportCommand = implement(
  createImport,
  async (tx, actor, input): Promise<ImportPreview | ImportRecord> => {
    refuseFileWithRows(input)
    if (input.dry_run) return previewOf(await planOf(tx, actor, await readInput(tx, actor, input), newId()))
    const id = input.id ?? newId()
    return withProgress(actor, id, () => importAll(tx, actor, { ...input, id }))
  },
  { products_sku_key: { code: 'sku_taken', fields: { sku: 'This SKU already exists. Please use a unique SKU.' } } },
)

async function importAll(tx: Tx, actor: Actor, input: Input & { id: string }): Promise<ImportRecord> {
  await takeTurn(tx, actor)
  reportProgress(actor, input.id, { phase: 'checking', done: 0, total: 0 })
  const file = input.import_file_id === undefined ? null : await lockFile(tx, actor, input.import_file_id)
  const plan = await planOf(tx, actor, file?.sheets ?? jsonSheets(input), input.id)
  if (plan.problems.length > 0) refuse('import_has_problems', previewOf(plan), problemSentence(plan))
  await carryOut(tx, actor, plan, file)
  if (file) await forgetFile(tx, actor, file.id)
  return importById(tx, actor, input.id)
}

async function planOf(tx: Tx, actor: Actor, sheets: Sheets, importId: string): Promise<Plan> {
  const rows = readRows(sheets)
  return planImport(sheets, rows, await lookUp(tx, actor, rows), importId)
}

async function readInput(tx: Tx, actor: Actor, input: Input): Promise<Sheets> {
  if (input.import_file_id === undefined) return jsonSheets(input)
  const file: StoredFile & { sheets: Sheets } = await readFile(tx, actor, input.import_file_id)
  return file.sheets
}

function refuseFileWithRows(input: Input): void {
  const sent = (['products', 'categories', 'transactions'] as const).filter((name) => input[name] !== undefined)
  if (input.import_file_id !== undefined && sent.length > 0) {
    refuseFields(Object.fromEntries(sent.map((name) => [name, 'Send rows or import_file_id, not both'])))
  }
}

function problemSentence({ problems }: Plan): string {
  const [first] = problems
  if (problems.length === 1 && first) return first.message
  return `There are ${formatQuantity(problems.length)} problems to mend first.`
}
