import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useFileDrop } from '../kit/use-file-drop.ts'
import classes from './file-drop.module.css'
import { TemplateButton } from './template-button.tsx'

type FileDropProps = Readonly<{
  onFile: (file: File) => void
  /** Only the button, for choosing another file. */
  compact?: boolean
  /** What that button says. */
  label?: string
  disabled?: boolean
}>

/**
 * Accepts a dropped Excel or CSV file, or one chosen with a button. The field is cleared each time, so the same file
 * can be chosen again once it is fixed.
 */
export function FileDrop({ onFile, compact = false, label = 'Choose another file', disabled = false }: FileDropProps) {
  const field = useRef<HTMLInputElement>(null)
  const drop = useFileDrop(onFile)

  const choose = (
    <>
      <input
        ref={field}
        type="file"
        accept=".xlsx,.xls,.csv,.tsv,.tab,.txt"
        aria-label="Excel or CSV file"
        className={classes['field']}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <Button variant={compact ? 'default' : 'filled'} disabled={disabled} onClick={() => field.current?.click()}>
        {compact ? label : 'Choose file'}
      </Button>
    </>
  )
  if (compact) return choose
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut for the button inside
    <div className={classes['drop']} {...drop}>
      <span className={classes['dropIcon']} aria-hidden>
        <IconFileUpload size={22} stroke={1.5} />
      </span>
      <p className={classes['dropTitle']}>
        <span data-pointer="fine">Drop your file here</span>
        <span data-pointer="coarse">Choose your file</span>
      </p>
      <p className={classes['dropText']}>
        An Excel workbook with the sheets Products, Categories, Transactions, Suppliers and Locations, or one list in a
        CSV file or a workbook with one sheet. Up to 20 MB. You review every change before anything is saved.
      </p>
      <div className={classes['buttons']}>
        {choose}
        <TemplateButton />
      </div>
    </div>
  )
}
