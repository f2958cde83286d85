import { IconBuildingStore } from '@tabler/icons-react'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { isOpen } from '../../contract/purchase-order-actions.ts'
import { readSupplier } from '../../contract/suppliers.ts'
import { useRead } from '../kit/api.ts'
import { useTimeZone } from '../kit/use-today.ts'
import { Notice } from '../ui/notice.tsx'
import { inactiveSupplierText } from './inactive-supplier.ts'

type SupplierNoticeProps = Readonly<{ order: PurchaseOrder | null; supplier_id: string; orderDate: string }>

/** Tells that the order's supplier is inactive, and whether the order can be sent, as long as the order is open. */
export function SupplierNotice({ order, supplier_id, orderDate }: SupplierNoticeProps) {
  const time_zone = useTimeZone()
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
      {inactiveSupplierText({
        name: supplier.name,
        inactive_since: supplier.inactive_since,
        isSaved,
        orderDate,
        created_at: order?.created_at ?? null,
        time_zone,
      })}
    </Notice>
  )
}
