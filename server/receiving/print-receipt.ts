import { formatQuantity } from '../../contract/quantity.ts'
import { type Condition, printReceipt, type Receipt } from '../../contract/receiving.ts'
import { type Company, companyOf, dayOf, dayText, letterhead } from '../organizations/company.ts'
import { type Paper, printPaper } from '../papers/paper.ts'
import { implement } from '../platform/endpoint.ts'
import { receiptOf } from './queries.ts'

const conditionWords: Record<Condition, string> = { good: 'Good', damaged: 'Damaged, held', partial: 'Partial' }

/** A receipt as it goes into the folder, as PDF. Refuses not_found. */
export const printReceiptQuery = implement(printReceipt, async (tx, actor, { id }) => {
  const [receipt, company] = await Promise.all([receiptOf(tx, actor, id), companyOf(tx, actor)])
  return {
    file_name: `Goods Receipt ${receipt.order_number}-${receipt.receipt_no}.pdf`,
    content_type: 'application/pdf',
    body: await printPaper(paperOf(receipt, company)),
  }
})

function paperOf(receipt: Receipt, company: Company): Paper {
  return {
    title: 'Goods Receipt',
    facts: [
      ['Receipt', `${receipt.order_number}, no. ${receipt.receipt_no}`],
      ['Received', dayOf(receipt.received_at, company)],
      ['By', receipt.user_reference],
      ...(receipt.undone_at ? [['Undone', dayOf(receipt.undone_at, company)] as const] : []),
    ],
    from: letterhead(company),
    to: { label: 'Supplier', lines: [receipt.supplier_name] },
    columns: [
      { header: 'SKU', share: 14 },
      { header: 'Product', share: 25 },
      { header: 'Location', share: 18 },
      { header: 'Lot', share: 20 },
      { header: 'Condition', share: 14 },
      { header: 'Quantity', share: 12, align: 'right' },
    ],
    rows: receipt.lines.map((line) => [
      line.product_sku,
      line.notes ? `${line.product_name}\n${line.notes}` : line.product_name,
      line.location_name,
      [line.lot_number ?? '', line.expires_on ? `exp. ${dayText(line.expires_on)}` : ''].filter(Boolean).join('\n'),
      line.is_over_delivery ? `${conditionWords[line.condition]}, over-delivery` : conditionWords[line.condition],
      formatQuantity(line.quantity),
    ]),
    sums: [{ label: 'Units', value: formatQuantity(receipt.units), strong: true }],
    notes: receipt.notes,
  }
}
