import { Button, Tabs } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconArrowRight, IconCheck, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect } from 'react'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import { type ImportResult as Result, listImportChanges } from '../../contract/imports.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { call } from '../kit/api.ts'
import { focusHeadingIfLost } from '../kit/focus-heading.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { sizeText } from '../ui/size-text.ts'
import { Changes } from './changes-to-make.tsx'
import { ImportFrame } from './import-frame.tsx'
import classes from './import-result.module.css'
import { ImportNotes } from './import-notes.tsx'
import { ImportSteps } from './import-steps.tsx'
import { importSummary, itemsLeft, resultSummary, resultTitle, undoneSummary } from './import-text.ts'
import { ImportTotals } from './import-totals.tsx'
import { AddedProducts } from './products-to-add.tsx'
import { importedRecordAddress } from './record-address.ts'
import { UndoLeftovers } from './undo-leftovers.tsx'
import { useUndoImport } from './use-undo-import.ts'

/** What an import did: its totals beside the checked ones, what it changed and added, the next step and undo. */
export function ImportResult({ result }: { result: Result }) {
  const { file_name, size_bytes, created_at, user_reference, leftovers, status } = result
  const name = file_name ?? 'Rows sent as JSON'
  return (
    <ImportFrame
      subtitle={
        <>
          {name}
          {size_bytes === null ? '' : ` · ${sizeText(size_bytes)}`} · imported <Moment at={created_at} as="absolute" />{' '}
          by {user_reference}
        </>
      }
      actions={
        <Button
          component={Link}
          to="/import"
          variant={status === 'undone' ? 'filled' : 'default'}
          leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
        >
          Import another file
        </Button>
      }
    >
      <div className={classes['root']}>
        <Card flush>
          <ImportSteps current="Done" notes={{ File: name }} isTop outcome={status} />
          <Outcome result={result} />
        </Card>
        {status !== 'undone' && leftovers.length > 0 && <UndoLeftovers result={result} />}
        <div className={classes['details']} data-alone={!hasDetails(result) || undefined}>
          <div className={classes['root']}>
            <ImportTotals counts={result.counts} checked={result.checked_counts} status={status} />
            <ImportNotes result={result} />
          </div>
          {hasDetails(result) && <Details result={result} />}
        </div>
      </div>
    </ImportFrame>
  )
}

/** The result in one line, with the next step and undo. */
function Outcome({ result }: { result: Result }) {
  const { counts, status, undone_at, file_name } = result
  const { undo, isUndoing } = useUndoImport()
  const isUndone = status === 'undone'
  const { transactions } = counts
  const made = madeBy(counts)
  // The button that started the import no longer exists.
  useEffect(focusHeadingIfLost, [])
  return (
    <section className={classes['outcome']} data-status={status} aria-labelledby="import-outcome">
      <span className={classes['sign']} aria-hidden>
        {status === 'completed' ? (
          <IconCheck size={26} stroke={2} />
        ) : isUndone ? (
          <IconArrowBackUp size={26} stroke={1.8} />
        ) : (
          <IconAlertTriangle size={26} stroke={1.8} />
        )}
      </span>
      <div className={classes['text']}>
        <h2 id="import-outcome" className={classes['title']}>
          {isUndone ? 'This import was undone' : status === 'completed' ? resultTitle(counts) : 'Partly undone'}
        </h2>
        <p className={classes['quiet']}>
          {summaryOf(result)}
          {undone_at !== null && (
            <>
              {' '}
              · <Moment at={undone_at} />
            </>
          )}
        </p>
        {status === 'completed' && transactions.drafts > 0 && (
          <p className={classes['next']}>
            <Link to="/transactions?status=pending">
              {byCount(transactions.drafts, {
                one: 'Review {count} pending transaction',
                other: 'Review {count} pending transactions',
              })}
              <IconArrowRight size={14} stroke={1.8} aria-hidden />
            </Link>
            <span className={classes['quiet']}>
              {byCount(transactions.drafts, {
                one: 'It changes stock when you complete it.',
                other: 'They change stock when you complete them.',
              })}
            </span>
          </p>
        )}
      </div>
      <div className={classes['actions']}>
        {!isUndone && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
            loading={isUndoing}
            onClick={() => void undo(result)}
            aria-label={status === 'completed' ? `Undo import of ${file_name ?? 'rows'}` : 'Undo the rest'}
          >
            {status === 'completed' ? 'Undo import' : 'Undo the rest'}
          </Button>
        )}
        {status === 'completed' && (
          <Button component={Link} to={made.to} rightSection={<IconArrowRight size={16} stroke={1.7} />}>
            {made.label}
          </Button>
        )}
      </div>
    </section>
  )
}

/** What the import did; once it was undone, what the undo did and what it left. */
function summaryOf(result: Result): string {
  const { status, counts } = result
  if (status === 'completed') return resultSummary(counts) || importSummary(counts)
  if (status === 'partly_undone') return `Undone except for ${itemsLeft(result)}`
  return undoneSummary(result) || 'Nothing had to be restored'
}

/** Where to see what an import brought: the first kind of records in its file. */
function madeBy({ products, suppliers, categories, locations }: Result['counts']): { label: string; to: string } {
  const kinds = [
    { rows: products.rows, noun: 'product', to: '/products' },
    { rows: suppliers.rows, noun: 'supplier', to: '/suppliers' },
    { rows: categories.rows, noun: 'category', to: '/categories' },
    { rows: locations.rows, noun: 'location', to: '/locations' },
  ] as const
  const first = kinds.find(({ rows }) => rows > 0)
  if (!first) return { label: 'See transactions', to: '/transactions' }
  return { label: `See your ${counted(first.rows, first.noun)}`, to: first.to }
}

function hasDetails({ change_count, products }: Result): boolean {
  return change_count > 0 || products.length > 0
}

const productAddress = ({ id }: Result['products'][number]) => recordAddress('product', id)

/** Every change with its old and new value, and the added products. */
function Details({ result }: { result: Result }) {
  const { id, status, file_name, changes, change_count, products, counts } = result
  const added = counts.products.created + counts.products.restored
  return (
    <Card flush className={classes['lists']}>
      <Tabs defaultValue={change_count > 0 ? 'changed' : 'added'} keepMounted={false}>
        <Tabs.List aria-label="What the import did">
          {change_count > 0 && (
            <Tabs.Tab value="changed">
              Changed records <span className={classes['count']}>{formatQuantity(change_count)}</span>
            </Tabs.Tab>
          )}
          {added > 0 && (
            <Tabs.Tab value="added">
              Added products <span className={classes['count']}>{formatQuantity(added)}</span>
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="changed">
          <Changes
            first={changes}
            total={change_count}
            file_name={file_name}
            heads={['Before', status === 'completed' ? 'Now' : 'Imported']}
            read={(page) => call(listImportChanges, { id, ...page })}
            linkOf={({ kind, record_id }) => importedRecordAddress(kind, record_id)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="added">
          <AddedProducts
            label="Products that were added"
            products={products}
            total={added}
            isResult
            // An undo removes what the import added.
            {...(status === 'completed' ? { linkOf: productAddress } : {})}
          />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}
