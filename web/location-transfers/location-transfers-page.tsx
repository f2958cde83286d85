import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconFileText,
  IconPackageImport,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { listTransfers, type Transfer, transferStatuses } from '../../contract/location-transfers.ts'
import { filterDay } from '../kit/list-address.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useMay, useMayWorkAt } from '../kit/use-may.ts'
import { useOpened } from '../kit/use-opened.ts'
import { transferStatusLabels } from '../stock/labels.ts'
import { fromDateFilter, locationFilter, productFilter, toDateFilter } from '../stock/stock-filters.tsx'
import { TransferDialog } from '../stock/transfer-dialog.tsx'
import { cancelAfterAsking, receive, undoAfterAsking } from './transfer-actions.ts'
import { TransferCard } from './transfer-card.tsx'
import { transferColumns } from './transfer-columns.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { useTransferAddress } from './use-transfer-address.ts'

const statusFilter = {
  key: 'status',
  label: 'Status',
  all: 'All Statuses',
  options: transferStatuses.map((value) => ({ value, label: transferStatusLabels[value] })),
}

/**
 * Transfers between locations: completed ones, those in transit, and the button for a new one. `?transfer=` opens one
 * of them.
 */
export function LocationTransfersPage() {
  const [opened, dialog] = useDisclosure(false)
  const shown = useOpened('/location-transfers', 'transfer')
  const addressOf = useTransferAddress()
  const mayMove = useMay('stock.write') === true
  const mayWorkAt = useMayWorkAt()
  const actionsOf = (row: Transfer) => (mayMove ? actionsAt(row, mayWorkAt) : [])
  // Members who can only read open the row itself.
  const rowActions = (row: Transfer): readonly RowAction[] =>
    mayMove ? [...actionsOf(row), { label: 'Details', icon: IconFileText, onClick: () => shown.open(row.id) }] : []
  const add = mayMove && (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={dialog.open}>
      New Transfer
    </Button>
  )
  return (
    <>
      <ListPage
        title="Location Transfers"
        subtitle="Stock moved between your locations"
        primary={add}
        endpoint={listTransfers}
        input={(url) => ({
          status: (url['status'] || undefined) as Transfer['status'] | undefined,
          product_id: url['product'] || undefined,
          location_id: url['location'] || undefined,
          from: filterDay(url['from']),
          to: filterDay(url['to']),
        })}
        rowKey={(row) => row.id}
        rowName={(row) => row.product_name}
        rowHref={(row) => addressOf(row.id)}
        rowActions={rowActions}
        columns={transferColumns}
        card={(row) => <TransferCard transfer={row} actions={rowActions(row)} />}
        filters={[statusFilter, productFilter, locationFilter, fromDateFilter, toDateFilter]}
        tableTitle="Transfer History"
        empty={{
          icon: IconArrowsExchange,
          title: 'No transfers found.',
          text: 'Move stock from one location to another. Your transfers appear here.',
          action: add,
        }}
        failed="Failed to load transfers"
      />
      <TransferDialog opened={opened} onClose={dialog.close} />
      <TransferPanel transfer_id={shown.id} actionsOf={actionsOf} onClose={shown.close} />
    </>
  )
}

/** The destination receives a transfer, the source cancels it. */
function actionsAt(row: Transfer, mayWorkAt: (location_id: string) => boolean): readonly RowAction[] {
  if (row.status !== 'pending')
    return [
      {
        label: 'Undo',
        icon: IconArrowBackUp,
        quick: true,
        onClick: () => void undoAfterAsking(row),
        refusal: row.undo.reason,
      },
    ]
  return [
    ...(mayWorkAt(row.to_location_id)
      ? [{ label: 'Receive', icon: IconPackageImport, quick: true, onClick: () => void receive(row) }]
      : []),
    ...(mayWorkAt(row.from_location_id)
      ? [{ label: 'Cancel transfer', icon: IconX, danger: true, onClick: () => void cancelAfterAsking(row) }]
      : []),
  ]
}
