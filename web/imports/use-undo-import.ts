import { type ImportRecord, undoImport } from '../../contract/imports.ts'
import { useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { itemsLeft } from './import-text.ts'

/** Undoes an import after a confirmation. Its page lists what couldn't be undone. */
export function useUndoImport() {
  const command = useCommand(undoImport)
  const undo = async ({ id }: Pick<ImportRecord, 'id'>) => {
    const sure = await confirm({
      title: 'Undo this import?',
      text: 'Products, categories and stock it added are removed, and fields it changed get their previous values back. Anything used or changed since stays, and is listed.',
      confirmLabel: 'Undo import',
      danger: true,
    })
    if (!sure) return
    try {
      const result = await command.run({ id })
      toastDone(result.status === 'undone' ? 'Import undone' : `Import undone, except ${itemsLeft(result)}`)
    } catch (error) {
      toastFailed(error, 'Failed to undo the import')
    }
  }
  return { undo, isUndoing: command.pending }
}
