import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowsExchange, IconPackageImport, IconPlus, IconX } from '@tabler/icons-react'
import { listTransfers, type Transfer, transferStatuses } from '../../contract/location-transfers.ts'
import { dayStart } from '../kit/date-chip.tsx'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useMay, useMayWorkAt } from '../kit/use-may.ts'
import { useUrlState } from '../kit/url-state.ts'
import { transferStatusLabels } from '../stock/labels.ts'
import { fromDateFilter, locationFilter, productFilter, toDateFilter } from '../stock/stock-filters.tsx'
import { TransferDialog } from '../stock/transfer-dialog.tsx'
import { callBack, receive, takeBack } from './transfer-actions.ts'
import { TransferCard } from './transfer-card.tsx'
import { transferColumns } from './transfer-columns.tsx'
import { TransferPanel } from './transfer-panel.tsx'

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
  const [{ transfer }, setUrl] = useUrlState({ transfer: '' })
  const mayMove = useMay('stock.write') === true
  const mayWorkAt = useMayWorkAt()
  const actionsOf = (row: Transfer) => (mayMove ? actionsAt(row, mayWorkAt) : [])
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
          from: dayStart(url['from'] ?? ''),
          to: dayStart(url['to'] ?? '', 1),
        })}
        rowKey={(row) => row.id}
        rowName={(row) => row.product_name}
        {...(mayMove ? { rowActions: actionsOf } : {})}
        columns={transferColumns}
        card={(row) => <TransferCard transfer={row} actions={actionsOf(row)} />}
        filters={[statusFilter, productFilter, locationFilter, fromDateFilter, toDateFilter]}
        tableTitle="Transfer History"
        empty={{
          icon: IconArrowsExchange,
          title: 'No transfers found.',
          text: 'Move stock between your locations immediately or in two steps.',
          action: add,
        }}
        failed="Failed to load transfers"
      />
      <TransferDialog opened={opened} onClose={dialog.close} />
      <TransferPanel transfer_id={transfer} actionsOf={actionsOf} onClose={() => setUrl({ transfer: '' })} />
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
        onClick: () => void takeBack(row),
        refusal: row.undo.reason,
      },
    ]
  return [
    ...(mayWorkAt(row.to_location_id)
      ? [{ label: 'Receive', icon: IconPackageImport, quick: true, onClick: () => void receive(row) }]
      : []),
    ...(mayWorkAt(row.from_location_id)
      ? [{ label: 'Cancel transfer', icon: IconX, danger: true, onClick: () => void callBack(row) }]
      : []),
  ]
}
