import { Button } from '@mantine/core'
import { IconCheck, IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react'
import { listTransactions, type Transaction } from '../../contract/transactions.ts'
import type { HistoryType } from '../../contract/transaction-types.ts'
import { filterDay } from '../kit/list-address.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useMay } from '../kit/use-may.ts'
import { useOpened } from '../kit/use-opened.ts'
import { useUrlState } from '../kit/url-state.ts'
import { usePostingActions } from '../stock/posting-actions.ts'
import { fromDateFilter, locationFilter, productFilter, toDateFilter } from '../stock/stock-filters.tsx'
import { AddTransactionDialog } from './add-transaction-dialog.tsx'
import { TransactionCard } from './transaction-card.tsx'
import { transactionColumns } from './transaction-columns.tsx'
import { completeDraft, discardDraft } from './transaction-actions.ts'

const typeFilter = {
  key: 'type',
  label: 'Transaction Type',
  all: 'All',
  options: (
    [
      ['in', 'Stock In'],
      ['out', 'Stock Out'],
      ['adjustment', 'Adjustments'],
      ['opening', 'Opening Stock'],
      ['transfer', 'Transfers'],
      ['commitment', 'Reserved and Incoming'],
      ['stock_changes', 'Stock Changes Only'],
    ] as const satisfies readonly (readonly [HistoryType, string])[]
  ).map(([value, label]) => ({ value, label })),
}
const statusFilter = {
  key: 'status',
  label: 'Status',
  all: 'All',
  options: [
    { value: 'completed', label: 'Completed' },
    { value: 'pending', label: 'Pending' },
  ],
}

/** All changes of stock, newest first, and the button for a new one. `?add=1` opens the dialog. */
export function TransactionsPage() {
  const [{ product }] = useUrlState({ product: '' })
  const adding = useOpened('/transactions', 'add')
  const actionsOf = useRowActions()
  const mayBook = useMay('stock.write') === true
  const add = mayBook && (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => adding.open('1')}>
      Add Transaction
    </Button>
  )
  return (
    <>
      <ListPage
        title="Transactions"
        subtitle="Stock movements and reservations, newest first"
        primary={add}
        endpoint={listTransactions}
        input={(chosen) => ({
          search: chosen['q'] || undefined,
          type: (chosen['type'] || undefined) as HistoryType | undefined,
          status: (chosen['status'] || undefined) as Transaction['status'] | undefined,
          product_id: chosen['product'] || undefined,
          location_id: chosen['location'] || undefined,
          from: filterDay(chosen['from']),
          to: filterDay(chosen['to']),
        })}
        rowKey={(row) => row.id}
        rowName={(row) => row.product_name ?? 'Product Not Found'}
        {...(mayBook ? { rowActions: actionsOf } : {})}
        columns={transactionColumns}
        card={(row) => <TransactionCard transaction={row} actions={mayBook ? actionsOf(row) : []} />}
        searchPlaceholder="Product, SKU, note or order number"
        filters={[typeFilter, productFilter, locationFilter, statusFilter, fromDateFilter, toDateFilter]}
        tableTitle="Transaction History"
        empty={{
          icon: IconListDetails,
          title: 'No transactions found.',
          text: 'Receipts, shipments, transfers and corrections appear here.',
          action: add,
        }}
        failed="Failed to load transactions"
      />
      <AddTransactionDialog opened={adding.id !== ''} onClose={adding.close} product_id={product} />
    </>
  )
}

/** A draft is completed or discarded; a completed transaction is undone, and links to the records it belongs to. */
function useRowActions(): (row: Transaction) => readonly RowAction[] {
  const postingActions = usePostingActions()
  return (row) => {
    if (row.posting_id) return postingActions({ ...row, posting_id: row.posting_id })
    return [
      { label: 'Complete', icon: IconCheck, quick: true, onClick: () => void completeDraft(row) },
      { label: 'Discard', icon: IconTrash, danger: true, onClick: () => void discardDraft(row) },
    ]
  }
}
