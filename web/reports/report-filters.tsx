import { AsOfPicker } from '../kit/as-of-picker.tsx'
import { FilterChip, type OwnFilter } from '../kit/filter-chip.tsx'
import type { AsOf } from '../kit/use-as-of.ts'
import { reportColumns } from '../../contract/report-columns.ts'
import type { Report } from '../../contract/reports.ts'
import { typeLabels } from '../stock/labels.ts'
import { fromDateFilter, productFilter, toDateFilter } from '../stock/stock-filters.tsx'
import { reportList } from './report-list.ts'
import classes from './reports.module.css'
import { reportedTypes } from './transactions-report.tsx'
import type { ReportUrl } from './use-report-url.ts'

const typeFilter = {
  key: 'type',
  label: 'Transaction Type',
  all: 'All',
  options: reportedTypes.map((value) => ({
    value,
    label: value === 'adjustment' ? 'Adjustments' : typeLabels[value],
  })),
}
const historyFilters: readonly OwnFilter[] = [fromDateFilter, toDateFilter, productFilter]

type ReportFiltersProps = ReportUrl & Readonly<{ report: Report; asOf: AsOf }>

/** A report's parameters: the moment and, for the history, the days, type and product. */
export function ReportFilters({ report, asOf, url, setUrl }: ReportFiltersProps) {
  const about = reportList.find((one) => one.report === report)
  return (
    <div className={classes['filters']} role="search" aria-label="What the report shows">
      {!asOf.past && <AsOfPicker asOf={asOf} />}
      {report === 'transactions' && (
        <>
          {historyFilters.map(({ key, control }) => (
            <span key={key}>{control(url[key as keyof typeof url], (value) => setUrl({ [key]: value }))}</span>
          ))}
          <FilterChip filter={typeFilter} value={url.type} onChange={(type) => setUrl({ type })} />
        </>
      )}
      {about && (
        <details className={classes['contents']}>
          <summary>Columns in the download</summary>
          <ul aria-label={`Columns of ${about.file}`}>
            {reportColumns[report].map(({ header }) => (
              <li key={header}>{header}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
