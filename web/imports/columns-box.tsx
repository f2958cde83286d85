import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { ImportFile } from '../../contract/import-files.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { ColumnMatcher } from './column-matcher.tsx'
import classes from './imports.module.css'
import { countColumns } from './matched-columns.ts'
import { fileOf } from './reading-store.ts'
import { useChooseFile } from './use-choose-file.ts'

type ColumnsBoxProps = Readonly<{
  file: ImportFile
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}>

/** How many of a file's columns are imported, and the way to change which. */
export function ColumnsBox({ file: { id, preview }, isOpen, setOpen }: ColumnsBoxProps) {
  const button = useRef<HTMLButtonElement>(null)
  const choose = useChooseFile({ replace: true })
  const sheets = preview.sheets.filter(({ columns }) => columns.length > 0)
  if (sheets.length === 0) return null
  const cancel = () => {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  const { all, imported } = countColumns(sheets)
  return (
    <section className={classes['box']} aria-labelledby="columns-of-file">
      <header className={classes['boxHead']} data-alone={!isOpen || undefined}>
        <IconColumns3 size={18} stroke={1.7} aria-hidden />
        <h3 id="columns-of-file">Columns</h3>
        <span className={classes['quiet']}>
          {imported === all ? `all ${formatQuantity(all)} imported` : `${imported} of ${all} imported`}
        </span>
        {!isOpen && (
          <Button
            ref={button}
            variant="subtle"
            size="compact-sm"
            className={classes['atEnd'] ?? ''}
            onClick={() => setOpen(true)}
          >
            Match columns
          </Button>
        )}
      </header>
      {isOpen && (
        <ColumnMatcher
          sheets={sheets}
          choosesSheet={sheets.length === 1 && sheets[0]?.is_file === true}
          file={fileOf(id)}
          keptAs={id}
          onRead={choose}
          onCancel={cancel}
        />
      )}
    </section>
  )
}
