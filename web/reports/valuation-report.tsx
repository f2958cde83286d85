import { IconReportMoney } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  readValuationReport,
  readValuationSummary,
  valuationSorts,
  type ValuationSummary,
  type Worth,
} from '../../contract/valuation-report.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { TotalRow } from '../kit/table-totals.tsx'
import { productAddress } from '../products/product-address.ts'
import { ExactMoney, ExactUnits } from './exact-figure.tsx'
import { useFirstStep } from './first-step.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import { validSort, type ReportUrl } from './use-report-url.ts'
import { ValuationByCategory } from './valuation-by-category.tsx'
import { valuationColumns, ValuationRow } from './valuation-columns.tsx'
import { ValuationFigures } from './valuation-figures.tsx'

type ValuationReportProps = ReportUrl & Readonly<{ past: Past | null }>

/** The input of the report and of its file. */
export function valuationInput({ url, past }: Pick<ValuationReportProps, 'url' | 'past'>) {
  return { ...past, sort: validSort(valuationSorts, url.sort) }
}

/** Inventory Valuation: the stock's cost and value at price, in total, by category and by product. */
export function ValuationReport({ url, setUrl, past }: ValuationReportProps) {
  const summary = useRead(readValuationSummary, { ...past }, { keepPrevious: true })
  const addProduct = useFirstStep({ label: 'Add Product', to: '/products/new', needs: 'catalogue.write' })
  const columns = useMemo(() => valuationColumns(past), [past])
  return (
    <>
      <ReportSummary query={summary}>
        {(sums) =>
          sums.products === 0 ? null : (
            <>
              <ValuationFigures summary={sums} />
              <ValuationByCategory summary={sums} isPast={past !== null} />
            </>
          )
        }
      </ReportSummary>
      <ReportTable
        title="Inventory Valuation"
        endpoint={readValuationReport}
        input={valuationInput({ url, past })}
        rowKey={(line) => line.product_id}
        rowHref={(line) => productAddress(line.product_id, past)}
        columns={columns}
        line={(line) => <ValuationRow line={line} past={past} />}
        totals={summary.data ? totalsOf(summary.data) : []}
        lines={summary.data?.products}
        sort={url.sort || 'name'}
        onSort={(sort) => setUrl({ sort })}
        empty={
          past
            ? {
                icon: IconReportMoney,
                title: 'Nothing to value',
                text: 'Nothing had been recorded at that time.',
              }
            : {
                icon: IconReportMoney,
                title: 'Nothing to value',
                text: 'Add products with their prices and costs.',
                ...addProduct,
              }
        }
      />
    </>
  )
}

function totalsOf({ on_hand, in_transit, held, units_have_sum }: ValuationSummary): TotalRow[] {
  const row = (name: string, worth: Worth) => ({
    name,
    cells: {
      ...(units_have_sum && { on_hand: <ExactUnits value={worth.units} /> }),
      total_cost: <ExactMoney value={worth.total_cost} />,
      total_retail: <ExactMoney value={worth.total_retail} />,
      profit: <ExactMoney value={worth.profit} />,
    },
  })
  return [
    row('Total on hand', on_hand),
    ...(in_transit.units === 0 ? [] : [row('In transit', in_transit)]),
    ...(held.units === 0 ? [] : [row('On hold', held)]),
  ]
}
