import { IconListDetails } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import {
  readTransactionsReport,
  readTransactionsSummary,
  transactionSorts,
} from '../../contract/transactions-report.ts'
import type { TransactionType } from '../../contract/transaction-types.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import { Card } from '../ui/card.tsx'
import { Change } from '../ui/tabular.tsx'
import { HistorySummary, netOf } from './history-summary.tsx'
import { useFirstStep } from './first-step.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { columns, TransactionRow } from './transactions-columns.tsx'
import { validDay, validSort, type ReportUrl } from './use-report-url.ts'

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
  return { ...filtersOf({ url, past }), sort: validSort(transactionSorts, url.sort) }
}

function filtersOf({ url, past }: Pick<TransactionsReportProps, 'url' | 'past'>) {
  return {
    ...past,
    type: reportedTypes.find((type) => type === url.type),
    product_id: url.product || undefined,
    from: validDay(url.from),
    to: validDay(url.to),
  }
}

/** Transaction History: units in and out, over time and entry by entry. */
export function TransactionsReport({ url, setUrl, past }: TransactionsReportProps) {
  const summary = useRead(readTransactionsSummary, filtersOf({ url, past }), { keepPrevious: true })
  const isNarrowed = past !== null || [url.type, url.product, url.from, url.to].some((value) => value !== '')
  const sums = summary.data
  const addTransaction = useFirstStep({
    label: 'Add Transaction',
    to: '/transactions?add=1',
    needs: 'stock.write',
  })
  return (
    <>
      <ReportSummary query={summary}>
        {(found) =>
          found.transactions === 0 ? null : found.is_complete ? (
            <HistorySummary summary={found} withOpenings={filtersOf({ url, past }).type === undefined} />
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
        rowHref={(row) => recordAddress('product', row.product_id)}
        columns={columns}
        line={(row) => <TransactionRow row={row} />}
        totals={
          sums?.is_complete && sums.transactions > 0
            ? [
                {
                  name: transactionsText(sums.transactions),
                  cells: sums.units_have_sum ? { quantity: <Change value={netOf(sums)} /> } : {},
                },
              ]
            : []
        }
        lines={sums?.is_complete ? sums.transactions : undefined}
        sort={url.sort || '-date'}
        onSort={(sort) => setUrl({ sort })}
        empty={{
          icon: IconListDetails,
          title: 'No transactions found.',
          ...(isNarrowed
            ? { text: 'Try other days, another type or another product.' }
            : { text: 'Stock changes appear here.', ...addTransaction }),
        }}
      />
    </>
  )
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
