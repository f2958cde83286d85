import { IconBuildingStore } from '@tabler/icons-react'
import { isOpen, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { Notice } from '../ui/notice.tsx'
import { dateText } from '../ui/time-text.ts'

type SupplierNoticeProps = Readonly<{ order: PurchaseOrder | null; supplier_id: string }>

/** Says that the order's supplier is inactive, as long as the order is not finished. Nothing else is different with such an order. */
export function SupplierNotice({ order, supplier_id }: SupplierNoticeProps) {
  const isSaved = order?.supplier_id === supplier_id
  const chosen = useRead(readSupplier, { id: supplier_id }, { enabled: !isSaved && supplier_id !== '' })
  const supplier = isSaved
    ? { name: order.supplier_name, inactive_since: order.supplier_inactive_since }
    : supplier_id === ''
      ? undefined
      : chosen.data
  if (!supplier?.inactive_since) return null
  if (order && order.status !== 'draft' && !isOpen(order.status)) return null
  return (
    <Notice tone="amber" icon={<IconBuildingStore size={18} stroke={1.7} />} title="Inactive supplier">
      {supplier.name} has been inactive since {dateText(supplier.inactive_since)}. You can still place and receive this
      order.
    </Notice>
  )
}
