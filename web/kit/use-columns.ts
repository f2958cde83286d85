import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useMemo } from 'react'
import type { Column } from './columns.ts'

/** A person's columns in one list, stored in this browser; `list` names the list. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  // The changed choices, not the visible columns: a column in a new version then appears by its own default.
  const [switched, setSwitched] = useLocalStorage<string[]>({
    key: `onhand-columns-${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const isShown = useCallback(
    (id: string): boolean => {
      const optional = columns.find((column) => column.id === id)?.optional ?? false
      return switched.includes(id) ? optional : !optional
    },
    [columns, switched],
  )
  const toggle = (id: string) =>
    setSwitched(switched.includes(id) ? switched.filter((one) => one !== id) : [...switched, id])
  const shown = useMemo(() => columns.filter((column) => isShown(column.id)), [columns, isShown])
  return { columns: shown, isShown, toggle }
}
