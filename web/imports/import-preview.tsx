import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImportFile } from '../../contract/imports.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { Moment } from '../ui/moment.tsx'
import { FileDrop } from './file-drop.tsx'
import { categoriesNote, counted, productsNote, sizeText, transactionsNote } from './import-text.ts'
import classes from './imports.module.css'
import { NewNames } from './new-names.tsx'
import { ProblemList } from './problem-list.tsx'
import { ProductsToAdd } from './products-to-add.tsx'

type ImportPreviewProps = Readonly<{
  file: ImportFile
  onCancel: () => void
  onConfirm: () => void
  onChoose: (file: File) => void
}>

/** What a file would do: counts, every problem, what is new. Confirm stays off while there is a problem. */
export function ImportPreview({ file, onCancel, onConfirm, onChoose }: ImportPreviewProps) {
  const { counts, problem_count, problems, notices } = file.preview
  const sheets = new Set(problems.map(({ sheet }) => sheet)).size
  return (
    <>
      <div className={classes['head']}>
        <div>
          <p className={classes['fileName']}>{file.file_name}</p>
          <p className={classes['quiet']}>
            {sizeText(file.size_bytes)} · read <Moment at={file.created_at} /> · nothing has been written yet
          </p>
        </div>
        <div className={classes['actions']}>
          <FileDrop compact onFile={onChoose} />
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            disabled={problem_count > 0}
            onClick={onConfirm}
            aria-describedby={problem_count > 0 ? 'import-problems' : undefined}
          >
            Confirm Import
          </Button>
        </div>
      </div>
      <div className={classes['figures']}>
        <Figure label="Products" value={counts.products.rows} note={productsNote(counts)} />
        <Figure label="Categories" value={counts.categories.rows} note={categoriesNote(counts)} />
        <Figure label="Transactions" value={counts.transactions.rows} note={transactionsNote(counts)} />
        <Figure
          label="Problems"
          value={problem_count}
          note={problem_count === 0 ? 'ready to import' : `in ${counted(sheets, 'sheet')}, listed below`}
          tone={problem_count === 0 ? 'green' : 'red'}
        />
      </div>
      {notices.map((notice) => (
        <p key={notice} className={classes['notice']}>
          <IconInfoCircle size={16} stroke={1.7} aria-hidden />
          <span>{notice}</span>
        </p>
      ))}
      {problem_count > 0 && <ProblemList file={file} />}
      <NewNames title="New categories" names={file.preview.new_categories} total={counts.categories.created} />
      <NewNames title="New locations" names={file.preview.new_locations} total={counts.locations.created} />
      <ProductsToAdd products={file.preview.products} total={counts.products.created + counts.products.restored} />
    </>
  )
}

function Figure({
  label,
  value,
  note,
  tone,
}: {
  label: string
  value: number
  note: ReactNode
  tone?: 'red' | 'green'
}) {
  return (
    <div className={classes['figure']}>
      <span className={classes['quiet']}>{label}</span>
      <span className={classes['value']}>{formatQuantity(value)}</span>
      <span className={classes['note']} data-tone={tone}>
        {note}
      </span>
    </div>
  )
}
