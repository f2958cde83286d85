import { useContext, useEffect, useRef } from 'react'
import type { Column } from './columns.ts'
import { SelectionContext } from './use-selection.ts'
import classes from './select-column.module.css'

/** The column of checkboxes before all others; needs a `SelectionContext` around the table. */
export const selectColumn: Column<unknown> = {
  id: 'select',
  header: 'Selection',
  head: <SelectAll />,
  width: 40,
  quiet: true,
  cell: (row) => <SelectRow row={row} />,
}

/** The checkbox of a row; needs a `SelectionContext` around it. */
export function SelectRow({ row, className }: { row: unknown; className?: string | undefined }) {
  const selection = useContext(SelectionContext)
  if (!selection) return null
  return (
    <Box
      label={`Select ${selection.nameOf(row as never)}`}
      isOn={selection.has(row as never)}
      className={className}
      onPress={(isOn, isRange) => selection.press(row as never, isOn, isRange)}
    />
  )
}

/** Selects all loaded rows, or none. */
function SelectAll() {
  const selection = useContext(SelectionContext)
  if (!selection) return null
  const { isAll, isSome, selectLoaded, clearLoaded } = selection
  return (
    <Box
      label="Select all"
      isOn={isAll}
      isPartly={isSome && !isAll}
      onPress={(isOn) => (isOn ? selectLoaded() : clearLoaded())}
    />
  )
}

type BoxProps = Readonly<{
  label: string
  isOn: boolean
  isPartly?: boolean
  className?: string | undefined
  onPress: (isOn: boolean, isRange: boolean) => void
}>

/** A checkbox; everything around it in its cell belongs to it. */
function Box({ label, isOn, isPartly = false, className = classes['root'], onPress }: BoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className={className}>
      <input
        ref={input}
        type="checkbox"
        data-select
        aria-label={label}
        checked={isOn}
        // A change event doesn't say whether Shift is pressed.
        onClick={(event) => onPress(event.currentTarget.checked, event.shiftKey)}
        onChange={ignore}
      />
    </label>
  )
}

const ignore = () => {}
