import { Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import type { ImportFile } from '../../contract/import-files.ts'
import type { ImportPreview as Preview } from '../../contract/import-preview.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { useAnnouncement } from '../kit/announce.ts'
import { absoluteTime } from '../ui/time-text.ts'
import { ColumnsBox } from './columns-box.tsx'
import { ChangesToMake } from './changes-to-make.tsx'
import {
  categoriesNote,
  hasSheets,
  locationsNote,
  productsNote,
  recordsIn,
  suppliersNote,
  transactionsNote,
} from './import-text.ts'
import classes from './imports.module.css'
import { NewNames } from './new-names.tsx'
import { ProblemList } from './problem-list.tsx'
import { ProductsToAdd } from './products-to-add.tsx'

type ImportPreviewProps = Readonly<{
  file: ImportFile
  /** The stock option of a new preview in progress; null while there is none. */
  askedStock: boolean | null
  onSetStock: (set: boolean) => void
  /** Whether the columns are being matched. */
  matching: Readonly<{ isOpen: boolean; setOpen: (isOpen: boolean) => void }>
}>

/** What a file would do: counts, every problem, what is new and what changes, field by field. */
export function ImportPreview({ file, askedStock, onSetStock, matching }: ImportPreviewProps) {
  const { preview } = file
  const { counts, problem_count } = preview
  const busy = askedStock !== null
  useAnnouncement(busy ? null : announcement(file))
  return (
    <>
      <Figures preview={preview} withSheets={hasSheets(file.file_name)} />
      <ColumnsBox file={file} {...matching} />
      {problem_count > 0 && <ProblemList file={file} />}
      {preview.changes_nothing && problem_count === 0 && (
        <p className={classes['notice']} role="status">
          <IconCircleCheck size={16} stroke={1.7} aria-hidden />
          <span>{nothingText(preview)}</span>
        </p>
      )}
      <ImportedBefore preview={preview} />
      {preview.notices.map((notice) => (
        <Notice key={notice} tone="amber">
          {notice}
        </Notice>
      ))}
      {(preview.stock_differences > 0 || preview.set_stock) && (
        <Checkbox
          checked={askedStock ?? preview.set_stock}
          disabled={busy}
          onChange={(event) => onSetStock(event.currentTarget.checked)}
          label="Set stock to the quantities in the file"
          description={stockText(preview)}
        />
      )}
      <ChangesToMake key={JSON.stringify(preview.changes)} file={file} />
      <NewNames title="New categories" names={preview.new_categories} total={counts.categories.created} />
      <NewNames title="New suppliers" names={preview.new_suppliers} total={counts.suppliers.created} />
      <NewNames title="New locations" names={preview.new_locations} total={counts.locations.created} />
      <ProductsToAdd products={preview.products} total={counts.products.created + counts.products.restored} />
    </>
  )
}

function Figures({ preview, withSheets }: { preview: Preview; withSheets: boolean }) {
  const { counts, problem_count, problems, changes_nothing } = preview
  const sheets = counted(new Set(problems.map(({ sheet }) => sheet)).size, 'sheet')
  const ready = changes_nothing ? { note: 'nothing to import' } : { note: 'ready to import', tone: 'green' as const }
  const { categories, suppliers, locations } = counts
  const supplierCount = recordsIn(suppliers)
  const shown = 4 + (supplierCount > 0 ? 1 : 0) + (locations.rows > 0 ? 1 : 0)
  const problemFigure = (
    <Figure
      label="Problems"
      value={problem_count}
      {...(problem_count === 0
        ? ready
        : { note: withSheets ? `in ${sheets}, listed below` : 'listed below', tone: 'red' })}
    />
  )
  return (
    <div className={classes['figures']} data-count={shown}>
      {problem_count > 0 && problemFigure}
      <Figure label="Products" value={counts.products.rows} note={productsNote(counts)} />
      <Figure label="Categories" value={recordsIn(categories)} note={categoriesNote(counts)} />
      <Figure label="Transactions" value={counts.transactions.rows} note={transactionsNote(counts)} />
      {supplierCount > 0 && <Figure label="Suppliers" value={supplierCount} note={suppliersNote(counts)} />}
      {locations.rows > 0 && <Figure label="Locations" value={recordsIn(locations)} note={locationsNote(counts)} />}
      {problem_count === 0 && problemFigure}
    </div>
  )
}

/** The announcement for screen readers when the file has been checked. */
function announcement({ file_name, preview: { problem_count, changes_nothing, counts } }: ImportFile): string {
  if (problem_count > 0) return `${file_name} has ${counted(problem_count, 'problem')}.`
  if (changes_nothing) return `${file_name} contains no changes.`
  return `${file_name} is ready to import: ${counted(counts.products.rows, 'product')}.`
}

/** The earlier imports that included rows of this file. */
function ImportedBefore({ preview: { imported_before } }: { preview: Preview }) {
  return imported_before.map(({ import_id, file_name, created_at, rows }) => (
    <Notice key={import_id}>
      {byCount(
        rows,
        {
          one: '{count} transaction in this file was already imported ({source}). It’s skipped, so nothing is counted twice.',
          other:
            '{count} transactions in this file were already imported ({source}). They’re skipped, so nothing is counted twice.',
        },
        { source: [absoluteTime(created_at), file_name].filter(Boolean).join(', ') },
      )}
    </Notice>
  ))
}

/** Why there is nothing to import. */
function nothingText({ counts, stock_differences: differences, set_stock }: Preview): string {
  const { products, categories, transactions, suppliers, locations } = counts
  const sheets = [products, categories, transactions, suppliers, locations]
  if (sheets.every(({ rows }) => rows === 0)) return 'This file has no rows to import.'
  if (differences > 0 && !set_stock)
    return 'Already imported; only stock differs. Turn on “Set stock to the quantities in the file” to overwrite it.'
  return 'Everything in this file is already imported.'
}

function stockText({ set_stock, stock_differences: differences, imported_before }: Preview): string {
  const difference =
    imported_before.length > 0
      ? byCount(differences, {
          one: 'The stock of {count} product differs from the file and its previously imported transactions.',
          other: 'The stock of {count} products differs from the file and its previously imported transactions.',
        })
      : byCount(differences, {
          one: 'The stock of {count} product differs from the file.',
          other: 'The stock of {count} products differs from the file.',
        })
  return set_stock
    ? `${difference} The differences are recorded as stock counts.`
    : `${difference} Leave this off to keep it.`
}

/** Amber for what may be a mistake in the file. */
function Notice({ tone, children }: { tone?: 'amber'; children: ReactNode }) {
  const Icon = tone ? IconAlertTriangle : IconInfoCircle
  return (
    <p className={classes['notice']} data-tone={tone}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

type FigureProps = { label: string; value: number; note: ReactNode; tone?: 'red' | 'green' }

function Figure({ label, value, note, tone }: FigureProps) {
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
