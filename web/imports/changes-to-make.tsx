import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { type ImportFile, listImportFileChanges } from '../../contract/import-files.ts'
import type { ImportChange, ImportFieldChange } from '../../contract/import-preview.ts'
import { importFieldLabels } from '../../contract/import-fields.ts'
import { formatCost, formatMoney } from '../ui/money.ts'
import { formatChange, formatQuantity, roundTo } from '../../contract/quantity.ts'
import { call } from '../kit/api.ts'
import { toastFailed } from '../kit/toast.tsx'
import { ColorLabel } from '../ui/color-label.tsx'
import { Link } from '../ui/link.tsx'
import { hasSheets } from './import-text.ts'
import classes from './imports.module.css'
import own from './changes-to-make.module.css'

const shownAtFirst = 10

/** Every record that the file would change: the current and the future value of each field. */
export function ChangesToMake({ file }: { file: ImportFile }) {
  const { change_count: total, changes } = file.preview
  if (total === 0) return null
  return (
    <section className={classes['box']} aria-labelledby="will-change">
      <header className={classes['boxHead']}>
        <h3 id="will-change">What will change</h3>
        <span className={classes['quiet']}>{counted(total, 'record')} · blank cells leave a field as it is</span>
      </header>
      <Changes
        first={changes}
        total={total}
        file_name={file.file_name}
        heads={['Now', 'After the import']}
        read={(page) => call(listImportFileChanges, { id: file.id, ...page })}
      />
    </section>
  )
}

type Page = { limit: number; cursor?: string }

type ChangesProps = Readonly<{
  /** The first changes; the others are loaded page by page. */
  first: readonly ImportChange[]
  total: number
  file_name: string | null
  /** Above the two values of each field. */
  heads: readonly [string, string]
  read: (page: Page) => Promise<{ items: ImportChange[]; next: string | null }>
  /** The target of a record's name. */
  linkOf?: (change: ImportChange) => string
}>

/** Changed records, field by field: the first few, and a button for more. */
export function Changes({ first, total, file_name, heads: [before, after], read, linkOf }: ChangesProps) {
  const { shown, more, pending, showMore } = useChanges(first, total, read)
  return (
    <div className={own['frame']}>
      <table className={own['changes']}>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Field</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        {shown.map((change) => (
          <ChangedRecord
            key={`${change.kind} ${change.record_id}`}
            change={change}
            place={hasSheets(file_name) ? `${change.sheet} row ${change.row}` : `Row ${change.row}`}
            to={linkOf?.(change) ?? null}
          />
        ))}
      </table>
      {more && (
        <Button variant="subtle" className={classes['more'] ?? ''} loading={pending} onClick={() => void showMore()}>
          {shown.length <= shownAtFirst && total <= first.length
            ? `Show all ${formatQuantity(total)}`
            : `Show more (${formatQuantity(shown.length)} of ${formatQuantity(total)})`}
        </Button>
      )}
    </div>
  )
}

/** The first few; then all that were loaded with them; then the rest page by page. */
function useChanges(changes: readonly ImportChange[], total: number, read: ChangesProps['read']) {
  const [shown, setShown] = useState<readonly ImportChange[]>(changes.slice(0, shownAtFirst))
  const [pages, setPages] = useState<{ next: string | null; pending: boolean }>({ next: null, pending: false })
  const showMore = async () => {
    if (shown.length < changes.length) return setShown(changes)
    setPages((before) => ({ ...before, pending: true }))
    try {
      let { next } = pages
      let items: readonly ImportChange[] = []
      // The first pages are already shown; the server's cursor leads past them.
      do {
        const page = await read({ limit: 200, ...(next === null ? {} : { cursor: next }) })
        const isFirst = next === null
        next = page.next
        items = isFirst ? page.items.slice(shown.length) : page.items
      } while (items.length === 0 && next !== null)
      setShown((before) => [...before, ...items])
      setPages({ next, pending: false })
    } catch (error) {
      setPages((before) => ({ ...before, pending: false }))
      toastFailed(error, 'Failed to load the changes')
    }
  }
  return { shown, more: shown.length < total, pending: pages.pending, showMore }
}

function ChangedRecord({ change, place, to }: { change: ImportChange; place: string; to: string | null }) {
  const { name, sku, fields } = change
  return (
    <tbody>
      {fields.map((field, index) => (
        <tr key={`${field.field} ${field.place}`}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={fields.length}>
              <span className={own['changedName']}>{to === null ? name : <Link to={to}>{name}</Link>}</span>
              <span className={classes['quiet']}>
                {sku ?? kinds[change.kind]}
                <span className={own['dot']}> · </span>
                <span className={own['place']}>{place}</span>
              </span>
            </th>
          )}
          <td className={own['changedField']}>{importFieldLabels[field.field]}</td>
          <td className={own['was']}>
            <FieldValue field={field} value={field.from} />
          </td>
          <td>
            <span className={own['becomes']}>
              <IconArrowRight size={14} stroke={1.7} aria-hidden />
              <span>
                <FieldValue field={field} value={field.to} />
                {field.field === 'stock_quantity' && <StockNote field={field} />}
              </span>
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

const kinds = { product: 'Product', category: 'Category', supplier: 'Supplier', location: 'Location' } as const

function FieldValue({ field: { field }, value }: { field: ImportFieldChange; value: ImportFieldChange['to'] }) {
  if (value === null) return <span className={classes['quiet']}>empty</span>
  if (field === 'color') return <ColorLabel color={String(value)}>{String(value)}</ColorLabel>
  if (field === 'price') return <>{formatMoney(Number(value))}</>
  if (field === 'cost_price') return <>{formatCost(Number(value))}</>
  return <span className={own['text']}>{typeof value === 'number' ? formatQuantity(value) : value}</span>
}

function StockNote({ field: { from, to, place: location } }: { field: ImportFieldChange }) {
  return (
    <span className={classes['quiet']}>
      {' '}
      {formatChange(roundTo(Number(to) - Number(from), 4))} at {location}
    </span>
  )
}
