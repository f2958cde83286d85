import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { routeOf } from '../ui/path.ts'
import { readWorkbook } from './reading-store.ts'

/** Reads a file on the import's page, wherever it was chosen. */
export function useChooseFile({ replace = false } = {}): (file: File) => void {
  const navigate = useNavigate()
  return useCallback(
    (file) => {
      void readWorkbook(file)
      void navigate({ ...routeOf('/import'), replace } as never)
    },
    [navigate, replace],
  )
}
