import { type Icon, IconClipboardList, IconListDetails, IconReportMoney } from '@tabler/icons-react'
import type { Report } from '../../contract/reports.ts'

type ReportText = Readonly<{
  report: Report
  label: string
  icon: Icon
  text: string
  file: string
}>

/** The available reports: name, contents, and file. */
export const reportList: readonly ReportText[] = [
  {
    report: 'inventory',
    label: 'Inventory Status',
    icon: IconClipboardList,
    text: 'Every product with its category, prices, current stock and minimum level.',
    file: 'inventory_report',
  },
  {
    report: 'transactions',
    label: 'Transaction History',
    icon: IconListDetails,
    text: 'Every stock change and transfer, with its date, quantity, reason and notes.',
    file: 'transactions_report',
  },
  {
    report: 'valuation',
    label: 'Inventory Valuation',
    icon: IconReportMoney,
    text: 'What each product’s stock cost, what it would sell for, and the potential profit.',
    file: 'inventory_valuation',
  },
]
