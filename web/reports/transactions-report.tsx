import { IconListDetails } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { formatChange, formatQuantity, roundTo } from '../../contract/quantity.ts'
import {
  readTransactionsReport,
  readTransactionsSummary,
  type ReportedTransaction,
  transactionSorts,
  type TransactionsSummary,
} from '../../contract/reports.ts'
import type { TransactionType } from '../../contract/transaction-types.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { Column } from '../kit/columns.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { Figure, Figures } from '../products/product-figures.tsx'
import { reasonLabel } from '../../contract/stock-reasons.ts'
import { typeLabels, typeTones } from '../stock/labels.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Change, Quantity } from '../ui/tabular.tsx'
import { ColumnsChart } from './columns-chart.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { knownDay, knownSort, type ReportUrl } from './use-report-url.ts'

type TransactionsReportProps = ReportUrl & Readonly<{ past: Past | null }>

/** The report's type filter: types that move stock, and opening stock. */
export const reportedTypes = [
  'in',
  'out',
  'adjustment',
  'opening',
  'transfer',
] as const satisfies readonly TransactionType[]

/** The input of the report and of its file. */
export function transactionsInput({ url, past }: Pick<TransactionsReportProps, 'url' | 'past'>) {
  return { ...filtersOf({ url, past }), sort: knownSort(transactionSorts, url.sort) }
}

function filtersOf({ url, past }: Pick<TransactionsReportProps, 'url' | 'past'>) {
  return {
    ...past,
    type: reportedTypes.find((type) => type === url.type),
    product_id: url.product || undefined,
    from: knownDay(url.from),
    to: knownDay(url.to),
  }
}

/** Transaction History: units in and out, over time and entry by entry. */
export function TransactionsReport({ url, setUrl, past }: TransactionsReportProps) {
  const summary = useRead(readTransactionsSummary, filtersOf({ url, past }), { keepPrevious: true })
  const isNarrowed = past !== null || [url.type, url.product, url.from, url.to].some((value) => value !== '')
  const sums = summary.data
  return (
    <>
      <ReportSummary query={summary}>
        {(found) =>
          found.transactions === 0 ? null : found.is_complete ? (
            <HistorySummary summary={found} ofOpenings={url.type === 'opening'} />
          ) : (
            <TooMany />
          )
        }
      </ReportSummary>
      <ReportTable
        title="Transaction History"
        endpoint={readTransactionsReport}
        input={transactionsInput({ url, past })}
        rowKey={(row) => row.id}
        rowHref={(row) => `/products/${row.product_id}`}
        columns={columns}
        line={(row) => <TransactionRow row={row} />}
        totals={
          sums?.is_complete && sums.transactions > 0
            ? [{ name: transactionsText(sums.transactions), cells: { quantity: <Change value={netOf(sums)} /> } }]
            : []
        }
        lines={sums?.is_complete ? sums.transactions : undefined}
        sort={url.sort || '-date'}
        onSort={(sort) => setUrl({ sort })}
        empty={{
          icon: IconListDetails,
          title: 'No transactions found.',
          text: isNarrowed ? 'Try other days, another type or another product.' : 'Stock changes appear here.',
        }}
      />
    </>
  )
}

function HistorySummary({ summary, ofOpenings }: { summary: TransactionsSummary; ofOpenings: boolean }) {
  const { transactions, units_in, units_out, step, steps } = summary
  return (
    <>
      <Figures label="History in numbers">
        <Figure label="Transactions" note="entries">
          {formatQuantity(transactions)}
        </Figure>
        <Figure label="Units in" note="added to stock">
          {formatQuantity(units_in)}
        </Figure>
        <Figure label="Units out" note="taken from stock">
          {formatQuantity(units_out)}
        </Figure>
        <Figure label="Net change" note={ofOpenings ? 'in minus out' : 'in minus out, without opening stock'}>
          {formatChange(netOf(summary))}
        </Figure>
      </Figures>
      <Card title={`Units In and Out by ${{ day: 'Day', week: 'Week', month: 'Month', year: 'Year' }[step]}`}>
        <ColumnsChart step={step} steps={steps} />
      </Card>
    </>
  )
}

/** Sums of at most four decimals: their difference has no more. */
function netOf({ units_in, units_out }: TransactionsSummary): number {
  return roundTo(units_in - units_out, limits.quantityDecimalsMax)
}

function TooMany() {
  return (
    <Card>
      <p className={classes['tooMany']}>
        There are more than {formatQuantity(limits.summedTransactions)} transactions here. Choose fewer days, a type or
        a product to see totals. The list and the downloads include all of them.
      </p>
    </Card>
  )
}

function transactionsText(count: number): string {
  return counted(count, 'transaction')
}

const columns: readonly Column<ReportedTransaction>[] = [
  {
    id: 'date',
    header: 'Date',
    cell: ({ date }) => <Moment at={date} as="absolute" />,
    sort: 'date',
    descendingFirst: true,
    width: 190,
  },
  { id: 'product', header: 'Product Name', cell: ({ product_name }) => product_name, link: true, minWidth: 200 },
  { id: 'sku', header: 'SKU', cell: ({ product_sku }) => product_sku, width: 132, priority: 2 },
  {
    id: 'type',
    header: 'Transaction Type',
    cell: ({ type }) => (
      <StatusBadge tone={typeTones[type]} dot={false}>
        {typeLabels[type]}
      </StatusBadge>
    ),
    width: 150,
  },
  {
    id: 'quantity',
    header: 'Quantity',
    cell: (row) => <Signed row={row} />,
    width: 120,
    align: 'right',
  },
  { id: 'notes', header: 'Notes', cell: notesOf, minWidth: 160, priority: 1 },
]

function notesOf({ notes, reason }: ReportedTransaction) {
  const text = notes ?? reasonLabel(reason) ?? '–'
  return <span title={text}>{text}</span>
}

function TransactionRow({ row }: { row: ReportedTransaction }) {
  return (
    <RecordLine
      to={`/products/${row.product_id}`}
      title={row.product_name}
      text={
        <>
          {typeLabels[row.type]} · <Moment at={row.date} as="absolute" />
        </>
      }
      note={row.notes ?? reasonLabel(row.reason) ?? '–'}
      aside={<Signed row={row} />}
    />
  )
}

/** A transfer changes no stock: its quantity has no sign. */
function Signed({ row: { quantity, type } }: { row: ReportedTransaction }) {
  return type === 'transfer' ? <Quantity value={quantity} /> : <Change value={quantity} />
}
