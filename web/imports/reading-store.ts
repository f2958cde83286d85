import { choiceText, type ColumnChoice, type FileColumn, type SheetOfFile } from '../../contract/import-columns.ts'
import { type ImportFile, uploadImportFile } from '../../contract/import-files.ts'
import { readImportProgress } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError, messageOf } from '../kit/api.ts'
import { currentOrganization } from '../kit/organization.ts'
import { queryClient } from '../kit/query-client.ts'
import { keyOf } from '../kit/query-keys.ts'
import { createStore } from '../kit/store.ts'
import { act } from '../kit/use-command.ts'

/** A file being uploaded: this continues while the person moves from Settings to the import's page. */
type Reading = Readonly<{
  organization: string | null
  /** The name of the file being read. */
  reading: string | null
  /** The file that was read: the import's page leads to it. */
  readId: string | null
  failure: string | null
  /** The file that failed, and its columns if choosing them helps. */
  failed: Readonly<{ file: File; columns: readonly FileColumn[] }> | null
}>

const nothing: Reading = { organization: null, reading: null, readId: null, failure: null, failed: null }

/** The last file that was read, to be read again with other columns. It is gone after a reload. */
let lastRead: Readonly<{ id: string; file: File }> | null = null

/** The file of an import, if this page has read it. */
export function fileOf(id: string): File | null {
  return lastRead?.id === id ? lastRead.file : null
}

/** Choices of columns that haven't been read yet. They stay while the person looks at other pages. */
const unread = new Map<string, readonly SheetOfFile[]>()

/** The choices for a file that haven't been read, by its import or, if it wasn't recognized, by the file. */
export function unreadChoices(key: string): readonly SheetOfFile[] | undefined {
  return unread.get(key)
}

/** Keeps these choices, or forgets them. */
export function keepChoices(key: string, sheets: readonly SheetOfFile[] | null): void {
  if (sheets === null) unread.delete(key)
  else unread.set(key, sheets)
}

const store = createStore(nothing)

/** The last choice in this organization. */
export function useReading(): Reading {
  const present = store.use()
  return present.organization === currentOrganization() ? present : nothing
}

/**
 * Sends a file to the server, which returns what importing it would do. `columns`: what its headings are; if omitted,
 * the server recognizes them.
 */
export async function readWorkbook(chosen: File, columns?: readonly ColumnChoice[]): Promise<void> {
  const started: Reading = { ...nothing, organization: currentOrganization(), reading: chosen.name }
  // A server that refuses a file while it arrives closes the connection: that would look like a lost one.
  if (chosen.size > limits.importFileBytes) return store.set({ ...started, reading: null, failure: tooLarge })
  store.set(started)
  const isNewest = () => store.get() === started
  try {
    const file = await act(uploadImportFile, {
      file_name: chosen.name,
      file: chosen as unknown as Uint8Array<ArrayBuffer>,
      columns: columns?.map(choiceText),
    })
    if (!isNewest()) return
    lastRead = { id: file.id, file: chosen }
    showPreview(file)
    queryClient.setQueryData(keyOf(readImportProgress, { id: file.id }, started.organization), waiting)
    store.set({ ...started, reading: null, readId: file.id })
  } catch (error) {
    const failed = /\.xlsx?$/i.test(chosen.name) ? 'Failed to parse Excel file' : 'Failed to read the file'
    if (!isNewest()) return
    const tried = { file: chosen, columns: columnsIn(error) }
    store.set({ ...started, reading: null, failure: messageOf(error, failed), failed: tried })
  }
}

/** The columns of a file that was refused because they weren't recognized. */
function columnsIn(error: unknown): readonly FileColumn[] {
  return error instanceof ApiError && error.code === 'unreadable_file' && Array.isArray(error.details['columns'])
    ? (error.details['columns'] as FileColumn[])
    : []
}

const tooLarge = `This file is larger than ${limits.importFileBytes / 1_048_576} MB. Split it into several files.`

const waiting = { phase: 'waiting', done: 0, total: 0 } as const

/** Clears the choice once its page has opened or its failure was closed. */
export function forgetReading(): void {
  if (store.get().reading === null) store.set(nothing)
}

/** The key of a waiting file and its preview. */
export function previewKey(id: string): readonly unknown[] {
  return ['import-file', id, currentOrganization()]
}

/** From here on the page of a waiting file shows this. */
export function showPreview(file: ImportFile): void {
  queryClient.setQueryData(previewKey(file.id), file)
}
