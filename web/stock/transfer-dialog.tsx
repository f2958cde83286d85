import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Transfer } from '../../contract/location-transfers.ts'
import { readProductSummary } from '../../contract/products.ts'
import { type ProductStock, readProductStock } from '../../contract/stock.ts'
import { useRead } from '../kit/api.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { NothingToTransfer } from './nothing-to-transfer.tsx'
import { proposedLocations } from './proposed-locations.ts'
import { TransferForm } from './transfer-form.tsx'
import { useLocationChoices } from './use-location-choices.ts'

type TransferDialogProps = Readonly<{
  /** The product to move; chosen in the dialog if missing. */
  product_id?: string | undefined
  /** Its name, below the title. */
  product?: string | undefined
  opened: boolean
  onClose: () => void
}>

/** How long the dialog on a product's page shows its success before it closes. */
const successMs = 1_500

/** Moves units of one product from one location to another. */
export function TransferDialog({ product, opened, onClose, ...rest }: TransferDialogProps) {
  return (
    <Dialog title="Transfer Inventory" subject={product} opened={opened} onClose={onClose} size={560}>
      <Loaded {...rest} onClose={onClose} />
    </Dialog>
  )
}

/** The form, once it is known that there is stock and a destination, and where the dialog's product is stored. */
function Loaded({ product_id, onClose }: Omit<TransferDialogProps, 'opened' | 'product'>) {
  const { read, locations } = useLocationChoices('', true)
  const stock = useRead(readProductStock, { product_id: product_id ?? '' }, { enabled: product_id !== undefined })
  const totals = useRead(readProductSummary, {}, { enabled: product_id === undefined })
  const [done, setDone] = useState<Transfer | null>(null)
  if (done) return <Success transfer={done} onClose={onClose} />
  if (read.isError && !locations)
    return (
      <ErrorState compact error={read.error} fallback="Failed to load locations" onRetry={() => void read.refetch()} />
    )
  if (stock.isError && !stock.data)
    return <ErrorState compact error={stock.error} onRetry={() => void stock.refetch()} />
  if (totals.isError && !totals.data)
    return <ErrorState compact error={totals.error} onRetry={() => void totals.refetch()} />
  if (!locations || !(product_id === undefined ? totals.data : stock.data)) return <RowSkeletons rows={4} />
  const missing = missingFor(totals.data, stock.data, locations.length)
  if (missing) return <NothingToTransfer missing={missing} onClose={onClose} />
  return (
    <TransferForm
      product_id={product_id}
      start={proposedLocations(stock.data, locations)}
      onDone={product_id === undefined ? onClose : setDone}
      onCancel={onClose}
    />
  )
}

type Totals = Readonly<{ products: number; units: number }>

function missingFor(totals: Totals | undefined, stock: ProductStock | undefined, locations: number) {
  if (totals?.products === 0) return 'products'
  if (totals?.units === 0) return 'stock'
  if (locations < 2) return 'location'
  return stock && !stock.locations.some(({ available }) => available > 0) ? 'stock of product' : null
}

/** The success on a product's page, for a moment. */
function Success({ transfer, onClose }: Readonly<{ transfer: Transfer; onClose: () => void }>) {
  useEffect(() => {
    const timer = setTimeout(onClose, successMs)
    return () => clearTimeout(timer)
  }, [onClose])
  return (
    <Alert role="status" color="green" icon={<IconCircleCheck size={18} stroke={1.7} />}>
      {transfer.status === 'pending' ? 'In transit' : 'Transfer completed successfully'}
    </Alert>
  )
}
