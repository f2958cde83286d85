import { type Icon, IconClipboardList, IconListDetails, IconReportMoney } from '@tabler/icons-react'
import type { Report } from '../../contract/reports.ts'

type ReportText = Readonly<{
  report: Report
  label: string
  icon: Icon
  text: string
  file: string
  columns: readonly string[]
}>

/** The available reports: name, contents, and file. */
export const reportList: readonly ReportText[] = [
  {
    report: 'inventory',
    label: 'Inventory Status',
    icon: IconClipboardList,
    text: 'Every product with its category, prices, current stock and minimum level.',
    file: 'inventory_report',
    columns: ['Product Name', 'SKU', 'Category', 'Price', 'Cost Price', 'Current Stock', 'Min Stock Level'],
  },
  {
    report: 'transactions',
    label: 'Transaction History',
    icon: IconListDetails,
    text: 'Every stock change and transfer, with its date, quantity, reason and notes.',
    file: 'transactions_report',
    columns: [
      'Date',
      'Product ID',
      'Product Name',
      'Transaction Type',
      'Quantity',
      'Notes',
      'SKU',
      'Location',
      'Reason',
      'Document',
      'On Hand Change',
    ],
  },
  {
    report: 'valuation',
    label: 'Inventory Valuation',
    icon: IconReportMoney,
    text: 'What each product’s stock cost, what it would sell for, and the potential profit.',
    file: 'inventory_valuation',
    columns: [
      'Product Name',
      'SKU',
      'Current Stock',
      'Cost Price',
      'Total Cost',
      'Retail Price',
      'Total Retail',
      'Potential Profit',
      'Cost Known',
      'Held',
      'Held Cost',
      'In Transit',
      'In Transit Cost',
    ],
  },
]
