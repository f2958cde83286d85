import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ColumnChoice } from '../../contract/import-columns.ts'
import { routeOf } from '../ui/path.ts'
import { readWorkbook } from './reading-store.ts'

/** Reads a file on the import's page, wherever it was chosen, with chosen columns or as its headings are recognized. */
export function useChooseFile({ replace = false } = {}): (file: File, columns?: readonly ColumnChoice[]) => void {
  const navigate = useNavigate()
  return useCallback(
    (file, columns) => {
      void readWorkbook(file, columns)
      void navigate({ ...routeOf('/import'), replace } as never)
    },
    [navigate, replace],
  )
}
