import type { Supplier } from '../../contract/suppliers.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

export const supplierStatusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export function SupplierStatus({ status }: Pick<Supplier, 'status'>) {
  return status === 'active' ? (
    <StatusBadge tone="green" quiet>
      Active
    </StatusBadge>
  ) : (
    <StatusBadge tone="gray">Inactive</StatusBadge>
  )
}
