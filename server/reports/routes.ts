import { downloadInventoryReportQuery, readInventoryReportQuery, readInventorySummaryQuery } from './inventory.ts'
import {
  downloadTransactionsReportQuery,
  readTransactionsReportQuery,
  readTransactionsSummaryQuery,
} from './transactions.ts'
import { downloadValuationReportQuery, readValuationReportQuery, readValuationSummaryQuery } from './valuation.ts'

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
