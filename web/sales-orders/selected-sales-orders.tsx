import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { printSalesOrders } from '../../contract/sales-documents.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import { saveFile } from '../kit/save-file.ts'
import { idsOf, PrintedTogether, PrintSelected } from '../orders/printed-together.tsx'
import { MarkDelivered } from './mark-delivered.tsx'
import { PackingSlipsDialog } from './packing-slips-dialog.tsx'

type Orders = readonly SalesOrderSummary[]

/** What can be done with the selected sales orders. */
export function SelectedSalesOrders({ orders, onDelivered }: { orders: Orders; onDelivered: () => void }) {
  const [isPrinting, print] = useDisclosure(false)
  // Those that it was opened with, even if one leaves the list meanwhile.
  const [printed, setPrinted] = useState<Orders>([])
  const openSlips = () => {
    setPrinted(orders)
    print.open()
  }
  const printInvoices = () =>
    saveFile(printSalesOrders, { document: 'invoice', order_ids: idsOf(orders) }, 'The invoices couldn’t be created')
  return (
    <>
      <MarkDelivered orders={orders} onDone={onDelivered} />
      <PrintedTogether count={orders.length}>
        <PrintSelected label="Print Packing Slips" onClick={openSlips} />
        <PrintSelected label="Print Invoices" onClick={() => void printInvoices()} />
      </PrintedTogether>
      <PackingSlipsDialog orders={printed} opened={isPrinting} onClose={print.close} />
    </>
  )
}
