import { useState } from 'react'
import {
  createImport,
  discardImportFile,
  type ImportFile,
  previewImportFile,
  undoImport,
  uploadImportFile,
} from '../../contract/imports.ts'
import type { ImportConflict, ImportProblem } from '../../contract/import-preview.ts'
import { ApiError, call, messageOf, useCommand } from '../kit/api.ts'
import { toastDone } from '../kit/toast.tsx'
import { undoneText } from './import-text.ts'

/**
 * What the panel shows: the file and its preview, what is going on, what failed, and what someone changed since the
 * preview.
 */
export type ImportState = Readonly<{
  file: ImportFile | null
  /** The name of the file that is being read. */
  reading: string | null
  /** The import that is running. */
  importId: string | null
  /** What a new preview, which is on its way, was asked to do with the stock; null while none is. */
  askedStock: boolean | null
  failure: string | null
  conflicts: readonly ImportProblem[]
}>

const nothing: ImportState = {
  file: null,
  reading: null,
  importId: null,
  askedStock: null,
  failure: null,
  conflicts: [],
}

/** One import from the chosen file to its end. */
export function useImport() {
  const [state, setState] = useState(nothing)
  const set = (change: Partial<ImportState>) => setState((before) => ({ ...before, ...change }))
  const upload = useCommand(uploadImportFile, { showsProgress: true })
  const preview = useCommand(previewImportFile)
  const confirmImport = useCommand(createImport, { showsProgress: true })
  const undo = useCommand(undoImport)
  const { file } = state

  const choose = async (chosen: File) => {
    if (file) forget(file)
    setState({ ...nothing, reading: chosen.name })
    try {
      const read = await upload.run({ file_name: chosen.name, file: chosen as unknown as Uint8Array<ArrayBuffer> })
      set({ file: read, reading: null })
    } catch (error) {
      set({ failure: messageOf(error, 'Failed to parse Excel file'), reading: null })
    }
  }

  const cancel = () => {
    if (file) forget(file)
    setState(nothing)
  }

  const showAgain = async (id: string, set_stock: boolean) => {
    set({ askedStock: set_stock })
    try {
      set({ file: await preview.run({ id, set_stock }) })
    } catch (error) {
      set({ failure: messageOf(error, 'Failed to preview the file') })
    } finally {
      set({ askedStock: null })
    }
  }

  const setStock = (previewed: ImportFile, set_stock: boolean) => {
    set({ failure: null, conflicts: [] })
    return showAgain(previewed.id, set_stock)
  }

  const importAll = async (previewed: ImportFile) => {
    const id = crypto.randomUUID()
    set({ failure: null, conflicts: [], importId: id })
    try {
      const answer = await confirmImport.run({ id, import_file_id: previewed.id })
      // What it would have done was done meanwhile.
      if ('problems' in answer) return set({ file: { ...previewed, preview: answer }, importId: null })
      setState(nothing)
      toastDone('Data imported successfully!', {
        undo: async () => {
          const text = undoneText(await undo.run({ id }))
          if (text !== null) toastDone(text)
        },
        undone: 'Import undone',
      })
    } catch (error) {
      set({ failure: messageOf(error, 'Failed to import data'), conflicts: conflictsOf(error), importId: null })
      if (isOutdated(error)) await showAgain(previewed.id, previewed.preview.set_stock)
    }
  }

  return { state, choose, cancel, setStock, importAll, dismiss: () => set({ failure: null, conflicts: [] }) }
}

/** Whether things are no longer as the preview showed them, so that a new one tells more. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'import_has_problems' || conflictsOf(error).length > 0)
}

function conflictsOf(error: unknown): readonly ImportProblem[] {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return []
  return (error.details as Partial<ImportConflict>).conflicts ?? []
}

/** A file that no one will confirm is not kept longer than needed; if this fails, it goes by itself after a day. */
function forget(file: ImportFile): void {
  call(discardImportFile, { id: file.id }).catch(() => undefined)
}
