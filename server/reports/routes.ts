import { downloadInventoryReportQuery } from './inventory-file.ts'
import { readInventorySummaryQuery } from './inventory-summary.ts'
import { readInventoryReportQuery } from './inventory.ts'
import { downloadTransactionsReportQuery } from './transactions-file.ts'
import { readTransactionsSummaryQuery } from './transactions-summary.ts'
import { readTransactionsReportQuery } from './transactions.ts'
import { downloadValuationReportQuery } from './valuation-file.ts'
import { readValuationSummaryQuery } from './valuation-summary.ts'
import { readValuationReportQuery } from './valuation.ts'

export const reportRoutes = [
  readInventoryReportQuery,
  readInventorySummaryQuery,
  downloadInventoryReportQuery,
  readTransactionsReportQuery,
  readTransactionsSummaryQuery,
  downloadTransactionsReportQuery,
  readValuationReportQuery,
  readValuationSummaryQuery,
  downloadValuationReportQuery,
]
