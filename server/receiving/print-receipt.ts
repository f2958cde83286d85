import { goodsOf } from '../../contract/counted-goods.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type Condition, printReceipt, type Receipt } from '../../contract/receiving.ts'
import { dayOf, dayText } from '../organizations/company-days.ts'
import { type Company, companyOf, letterhead } from '../organizations/company.ts'
import { printedFile } from '../printed-documents/printed-file.ts'
import type { PrintedDocument } from '../printed-documents/printed-document.ts'
import type { Cell } from '../printed-documents/table.ts'
import { implement } from '../platform/endpoint.ts'
import { receiptOf } from './queries.ts'

const conditionWords: Record<Condition, string> = { good: 'Good', damaged: 'Damaged, on hold', partial: 'Partial' }

/** A receipt as PDF, for the company's files. Refuses not_found. */
export const printReceiptQuery = implement(printReceipt, async (tx, actor, { id }) => {
  const [receipt, company] = await Promise.all([receiptOf(tx, actor, id), companyOf(tx, actor)])
  return {
    ...printedFile(`Goods Receipt ${numberOf(receipt)}`, paperOf(receipt, company)),
    recorded_as: {
      table_name: 'receipts',
      record_id: id,
      item_name: `${receipt.order_number}, receipt ${receipt.receipt_no}`,
      summary: 'Exported receipt',
    },
  }
})

const numberOf = ({ order_number, receipt_no }: Receipt) => `${order_number}-${receipt_no}`

function paperOf(receipt: Receipt, company: Company): PrintedDocument {
  const { count, noun } = goodsOf(receipt.units, receipt.lines)
  return {
    title: 'Goods Receipt',
    number: numberOf(receipt),
    ...(receipt.undone_at ? { badge: { text: 'Undone', tone: 'red' } } : {}),
    facts: [
      ['Purchase order', receipt.order_number],
      ['Receipt', String(receipt.receipt_no)],
      ['Received', dayOf(receipt.received_at, company)],
      ['By', receipt.user_reference],
      ...(receipt.undone_at ? [['Undone', dayOf(receipt.undone_at, company)] as const] : []),
    ],
    from: letterhead(company),
    parties: [{ label: 'Supplier', lines: [receipt.supplier_name] }],
    columns: [
      { header: 'SKU' },
      { header: 'Product', grows: true },
      { header: 'Location' },
      { header: 'Lot' },
      { header: 'Condition' },
      { header: 'Quantity', align: 'right' },
    ],
    rows: receipt.lines.map((line) => [
      line.product_sku,
      line.notes ? { text: line.product_name, note: line.notes } : line.product_name,
      line.location_name,
      lotCell(line),
      line.is_over_delivery ? `${conditionWords[line.condition]}, over-delivery` : conditionWords[line.condition],
      formatQuantity(line.quantity),
    ]),
    sums: [{ label: noun === 'unit' ? 'Units' : 'Products', value: formatQuantity(count), strong: true }],
    notes: [['Notes', receipt.notes]],
  }
}

function lotCell({ lot_number, expires_on }: Receipt['lines'][number]): Cell {
  if (!lot_number) return ''
  return expires_on ? { text: lot_number, note: `Expires ${dayText(expires_on)}` } : lot_number
}
