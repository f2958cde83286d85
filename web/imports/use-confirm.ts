import { useState } from 'react'
import { discardImportFile, type ImportFile, previewImportFile } from '../../contract/import-files.ts'
import { createImport, readImportProgress } from '../../contract/imports.ts'
import type { ImportConflict, ImportProblem } from '../../contract/import-preview.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { ApiError, call, messageOf, useCommand } from '../kit/api.ts'
import { newId } from '../kit/new-id.ts'
import { currentOrganization } from '../kit/organization.ts'
import { queryClient } from '../kit/query-client.ts'
import { keyOf } from '../kit/query-keys.ts'
import { toastDone } from '../kit/toast.tsx'
import { useGo } from '../kit/use-go.ts'
import { showPreview } from './reading-store.ts'

/** The requests on a waiting file, their failures, and others' changes since its preview. */
type ConfirmState = Readonly<{
  isImporting: boolean
  /** The id of the import: its file's, so the address stays the same; a new one if an import changed nothing. */
  importId: string
  /** The stock option of a new preview in progress; null while there is none. */
  askedStock: boolean | null
  failure: string | null
  conflicts: readonly ImportProblem[]
}>

export type Confirming = ReturnType<typeof useConfirm>

/** The actions on a waiting file: previewed with or without its stock, imported, or discarded. */
export function useConfirm(id: string) {
  const [state, setState] = useState<ConfirmState>({
    isImporting: false,
    importId: id,
    askedStock: null,
    failure: null,
    conflicts: [],
  })
  const set = (change: Partial<ConfirmState>) => setState((before) => ({ ...before, ...change }))
  const preview = useCommand(previewImportFile)
  const confirmImport = useCommand(createImport, { showsProgress: true })
  const go = useGo()

  const previewAgain = async (set_stock: boolean) => {
    set({ askedStock: set_stock })
    try {
      showPreview(await preview.run({ id, set_stock }))
    } catch (error) {
      set({ failure: messageOf(error, 'Failed to preview the file') })
    } finally {
      set({ askedStock: null })
    }
  }

  const importAll = async (file: ImportFile) => {
    const { importId } = state
    set({ failure: null, conflicts: [], isImporting: true })
    try {
      const answer = await confirmImport.run({ id: importId, import_file_id: id })
      if ('problems' in answer) {
        // Someone else made its changes in the meantime. The next attempt is another import.
        showPreview({ ...file, preview: answer })
        return set({ isImporting: false, importId: newId() })
      }
      queryClient.setQueryData(keyOf(readImportProgress, { id: importId }, currentOrganization()), finished)
      if (importId !== id) go(recordAddress('import', importId))
      set({ isImporting: false })
      toastDone('Data imported successfully!')
    } catch (error) {
      set({ failure: messageOf(error, 'Failed to import data'), conflicts: conflictsOf(error), isImporting: false })
      if (isOutdated(error)) await previewAgain(file.preview.set_stock)
      // Confirmed in another tab: this address shows its result.
      else await queryClient.invalidateQueries({ queryKey: keyOf(readImportProgress, { id }, currentOrganization()) })
    }
  }

  return {
    state,
    importAll,
    setStock: (set_stock: boolean) => {
      set({ failure: null, conflicts: [] })
      return previewAgain(set_stock)
    },
    cancel: () => {
      forgetFile(id)
      go('/import')
    },
    forget: () => forgetFile(id),
    dismiss: () => set({ failure: null, conflicts: [] }),
  }
}

const finished = { phase: 'finished', done: 0, total: 0 } as const

/** Whether data differs from the preview, so that a new one is needed. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'import_has_problems' || conflictsOf(error).length > 0)
}

function conflictsOf(error: unknown): readonly ImportProblem[] {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return []
  return (error.details as Partial<ImportConflict>).conflicts ?? []
}

/** A file that no one will confirm isn't kept longer than needed; if this fails, it expires after a day. */
function forgetFile(id: string): void {
  call(discardImportFile, { id }).catch(() => undefined)
}
