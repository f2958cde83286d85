import { createImport, type ImportRecord } from '../../contract/imports.ts'
import type { ImportConflict, ImportPreview, ImportProblem } from '../../contract/import-preview.ts'
import { importSheets } from '../../contract/import-fields.ts'
import { limits } from '../../contract/limits.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import { implement, writingManyRows, type Actor, type Implementation } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { productCodesTaken } from '../products/product-fields.ts'
import { refuse, refuseFields, type Refusal } from '../platform/refusal.ts'
import { applyPlan } from './apply/apply-plan.ts'
import { conflictsWith } from './plan/conflicts.ts'
import { forgetFile, lockFile, readFile, waitingFileName } from './import-files.ts'
import { jsonSheets } from './read/json-sheets.ts'
import { preferGenericPlans } from './apply/query-plans.ts'
import { planSheets } from './plan/plan-sheets.ts'
import { changesNothing, type Plan } from './plan/plan.ts'
import { previewOf } from './plan/preview.ts'
import { reportProgress } from './apply/progress.ts'
import { importById } from './queries.ts'
import { sheetKeys, type SheetKey } from './sheets/sheets.ts'
import { countNewlyLowProducts, notifyImportFailed, notifyImportFinished } from './apply/notify.ts'
import { lockImports } from './apply/import-lock.ts'

type Rows = Partial<Record<SheetKey, unknown>>
type Input = Rows & {
  id?: string | undefined
  dry_run: boolean
  import_file_id?: string | undefined
  set_stock?: boolean | undefined
}

/**
 * Imports a file that was read, or rows sent as JSON: everything or nothing, in one transaction. A dry run returns the
 * preview, and so does an import that would change nothing; both write nothing. Refuses, in this order: invalid_input
 * (a file and rows, too many rows), in_progress (another import or undo of the organization runs), conflict (this file
 * was already imported), not_found (no such file), import_has_problems (all of them, as in the preview), conflict
 * (records changed since the file's preview, each with its cell and values). If a confirmed file isn't imported, the
 * person who confirmed it is notified: they may have left its page.
 */
export const createImportCommand: Implementation = {
  ...writingManyRows(
    implement(
      createImport,
      async (tx, actor, input): Promise<ImportPreview | ImportRecord> => {
        refuseFileWithRows(input)
        refuseTooManyRows(input)
        if (input.dry_run) return previewOf(await dryRun(tx, actor, input))
        const id = input.id ?? newId()
        return importAll(tx, actor, { ...input, id })
      },
      {
        ...productCodesTaken,
        categories_name_key: { code: 'name_taken', fields: { name: 'A category with this name was just added' } },
        locations_name_key: { code: 'name_taken', fields: { name: 'A location with this name was just added' } },
      },
    ),
  ),
  afterFailure: notifyOfFailure,
}

/** Refusals before any work. The caller sees them immediately, or repeats the request under its key. */
const immediate: readonly string[] = ['invalid_input', 'in_progress', 'unavailable']

async function notifyOfFailure(
  tx: Tx,
  person: Pick<Actor, 'org_id' | 'user_id' | 'email'>,
  { import_file_id: id, dry_run }: Input,
  refusal: Refusal,
): Promise<void> {
  if (id === undefined || dry_run || immediate.includes(refusal.code)) return
  const file_name = await waitingFileName(tx, person.org_id, id)
  if (file_name !== undefined) await notifyImportFailed(tx, person, { id, file_name }, refusal)
}

async function dryRun(tx: Tx, actor: Actor, input: Input): Promise<Plan> {
  if (input.import_file_id === undefined)
    return planSheets(tx, actor, jsonSheets(input), { set_stock: input.set_stock ?? false })
  const { sheets, set_stock } = await readFile(tx, actor, input.import_file_id)
  return planSheets(tx, actor, sheets, { set_stock })
}

async function importAll(tx: Tx, actor: Actor, input: Input & { id: string }): Promise<ImportPreview | ImportRecord> {
  await Promise.all([
    reportProgress(tx, actor, input.id, { phase: 'checking', done: 0, total: 0 }),
    lockImports(tx, actor),
  ])
  await preferGenericPlans(tx)
  const file = input.import_file_id === undefined ? null : await lockFile(tx, actor, input.import_file_id)
  const sheets = file?.sheets ?? jsonSheets(input)
  const set_stock = file?.set_stock ?? input.set_stock ?? false
  const plan = await planSheets(tx, actor, sheets, { id: input.id, set_stock, lock: true })
  if (plan.problems.length > 0) refuse('import_has_problems', previewOf(plan), problemSentence(plan))
  if (file) refuseConflicts(conflictsWith(file.changes, plan, sheets))
  if (changesNothing(plan)) return previewOf(plan)
  await countNewlyLowProducts(tx)
  await applyPlan(tx, actor, plan, file)
  if (file) await forgetFile(tx, actor, file.id)
  const record = await importById(tx, actor, input.id)
  await notifyImportFinished(tx, actor, record)
  return record
}

function refuseConflicts(conflicts: ImportProblem[]): void {
  if (conflicts.length === 0) return
  const details: ImportConflict = {
    conflicts: conflicts.slice(0, limits.importProblemsListed),
    conflict_count: conflicts.length,
  }
  refuse('conflict', details, 'Some records have changed since the preview. Nothing was imported.')
}

const sheetNames = importSheets.map((sheet) => sheetKeys[sheet].key)

function refuseFileWithRows(input: Input): void {
  if (input.import_file_id === undefined) return
  const sent = sheetNames.filter((name) => input[name] !== undefined)
  const fields = Object.fromEntries(sent.map((name) => [name, 'Send either rows or import_file_id, not both']))
  if (input.set_stock !== undefined) fields['set_stock'] = 'The preview of the file already determines this'
  if (Object.keys(fields).length > 0) refuseFields(fields)
}

function refuseTooManyRows(input: Input): void {
  const long = sheetNames.filter((name) => {
    const rows = input[name]
    return Array.isArray(rows) && rows.length > limits.importRowsPerSheet
  })
  const sentence = `Up to ${formatQuantity(limits.importRowsPerSheet)} rows per request. Send the rest in another request.`
  if (long.length > 0) refuseFields(Object.fromEntries(long.map((name) => [name, sentence])))
}

function problemSentence({ problems }: Plan): string {
  const [first] = problems
  if (problems.length === 1 && first) return first.message
  return `Fix ${formatQuantity(problems.length)} problems first.`
}
