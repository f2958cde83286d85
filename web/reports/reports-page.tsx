import { Button } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { downloadInventoryReport } from '../../contract/inventory-report.ts'
import type { fileFormats } from '../../contract/reports.ts'
import { downloadTransactionsReport } from '../../contract/transactions-report.ts'
import { downloadValuationReport } from '../../contract/valuation-report.ts'
import { PageHeader } from '../kit/page-header.tsx'
import { PastNotice } from '../kit/past-notice.tsx'
import { useAsOf } from '../kit/use-as-of.ts'
import { DownloadStatus } from './download-state.tsx'
import { inventoryInput, InventoryReport } from './inventory-report.tsx'
import { ReportChooser } from './report-chooser.tsx'
import { ReportFilters } from './report-filters.tsx'
import { reportList } from './report-list.ts'
import classes from './reports.module.css'
import { transactionsInput, TransactionsReport } from './transactions-report.tsx'
import { useDownload } from './use-download.ts'
import { useReportUrl } from './use-report-url.ts'
import { valuationInput, ValuationReport } from './valuation-report.tsx'

/**
 * Three reports: choose one, see what it contains, download it. The download contains what is shown: same moment,
 * filters and order.
 */
export function ReportsPage() {
  const { report, choose, ...address } = useReportUrl()
  const asOf = useAsOf()
  const shown = { url: address.url, past: asOf.past }
  const download = useDownload()
  const about = reportList.find((one) => one.report === report)

  const start = (format: (typeof fileFormats)[number]) => {
    switch (report) {
      case 'inventory':
        return download.start(downloadInventoryReport, { ...inventoryInput(shown), format }, format)
      case 'transactions':
        return download.start(downloadTransactionsReport, { ...transactionsInput(shown), format }, format)
      case 'valuation':
        return download.start(downloadValuationReport, { ...valuationInput(shown), format }, format)
    }
  }
  const running = download.state.status === 'running' ? download.state.format : null

  return (
    <>
      <PageHeader
        title="Reports"
        subtitle="Inventory, transactions and valuation"
        primary={
          <Button
            leftSection={<IconDownload size={16} stroke={1.8} />}
            loading={running === 'csv'}
            disabled={running === 'xlsx'}
            onClick={() => void start('csv')}
          >
            Download CSV
          </Button>
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
            loading={running === 'xlsx'}
            disabled={running === 'csv'}
            onClick={() => void start('xlsx')}
          >
            Download Excel
          </Button>
        }
      />
      <DownloadStatus state={download.state} file={about?.file ?? ''} onClose={download.forget} />
      <ReportChooser report={report} onChange={choose} />
      <div className={classes['past']}>
        <PastNotice asOf={asOf} />
      </div>
      <ReportFilters report={report} asOf={asOf} {...address} />
      {report === 'inventory' && <InventoryReport past={asOf.past} {...address} />}
      {report === 'transactions' && <TransactionsReport past={asOf.past} {...address} />}
      {report === 'valuation' && <ValuationReport past={asOf.past} {...address} />}
    </>
  )
}
