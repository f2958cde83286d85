import { IconPackage } from '@tabler/icons-react'
import { useMemo } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { inventorySorts, readInventoryReport, readInventorySummary } from '../../contract/inventory-report.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import { productAddress } from '../products/product-address.ts'
import { Quantity } from '../ui/tabular.tsx'
import { useFirstStep } from './first-step.tsx'
import { InventoryByCategory } from './inventory-by-category.tsx'
import { inventoryColumns, InventoryRow } from './inventory-columns.tsx'
import { InventoryFigures } from './inventory-figures.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import { validSort, type ReportUrl } from './use-report-url.ts'

type InventoryReportProps = ReportUrl & Readonly<{ past: Past | null }>

/** The input of the report and of its file. */
export function inventoryInput({ url, past }: Pick<InventoryReportProps, 'url' | 'past'>) {
  return { ...past, sort: validSort(inventorySorts, url.sort) }
}

/** Inventory Status: the totals, low stock, and every product. */
export function InventoryReport({ url, setUrl, past }: InventoryReportProps) {
  const summary = useRead(readInventorySummary, { ...past }, { keepPrevious: true })
  const addProduct = useFirstStep({ label: 'Add Product', to: '/products/new', needs: 'catalogue.write' })
  const columns = useMemo(() => inventoryColumns(past), [past])
  const totals = summary.data
    ? [
        {
          name: counted(summary.data.products, 'product'),
          cells: summary.data.units_have_sum ? { on_hand: <Quantity value={summary.data.units} /> } : {},
        },
      ]
    : []
  return (
    <>
      <ReportSummary query={summary}>
        {(sums) =>
          sums.products === 0 ? null : (
            <>
              <InventoryFigures summary={sums} isPast={past !== null} />
              <InventoryByCategory summary={sums} isPast={past !== null} />
            </>
          )
        }
      </ReportSummary>
      <ReportTable
        title="Inventory Status"
        endpoint={readInventoryReport}
        input={inventoryInput({ url, past })}
        rowKey={(line) => line.product_id}
        rowHref={(line) => productAddress(line.product_id, past)}
        columns={columns}
        line={(line) => <InventoryRow line={line} past={past} />}
        totals={totals}
        lines={summary.data?.products}
        sort={url.sort || 'name'}
        onSort={(sort) => setUrl({ sort })}
        empty={
          past
            ? { icon: IconPackage, title: 'No products', text: 'Nothing had been recorded at that time.' }
            : {
                icon: IconPackage,
                title: 'No products',
                text: 'The report lists your products.',
                ...addProduct,
              }
        }
      />
    </>
  )
}
