import { Button } from '@mantine/core'
import { IconBuildingStore, IconPencil, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { listSuppliers, type Supplier } from '../../contract/suppliers.ts'
import type { Column } from '../kit/columns.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { SupplierCard } from './supplier-card.tsx'
import { SupplierStatus, supplierStatusOptions } from './supplier-status.tsx'

const columns: readonly Column<Supplier>[] = [
  { id: 'name', header: 'Supplier', cell: ({ name }) => name, link: true, minWidth: 200 },
  { id: 'contact_person', header: 'Contact person', cell: ({ contact_person }) => contact_person ?? '–', priority: 2 },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : '–'),
    priority: 1,
    minWidth: 240,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : '–'),
    priority: 3,
    width: 140,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address ?? '–', priority: 5, optional: true },
  { id: 'payment_terms', header: 'Payment terms', cell: ({ payment_terms }) => payment_terms ?? '–', priority: 4 },
  { id: 'tax_id', header: 'Tax ID', cell: ({ tax_id }) => tax_id ?? '–', priority: 6, optional: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <SupplierStatus status={status} />, width: 110 },
]

export function SuppliersPage() {
  const navigate = useNavigate()
  const mayWrite = useMay('catalogue.write') === true
  const rowActions = ({ id }: Supplier): RowAction[] => [
    {
      label: 'Edit',
      icon: IconPencil,
      quick: true,
      shortcut: 'e',
      onClick: () => void navigate({ to: `/suppliers/${id}` }),
    },
  ]
  return (
    <ListPage
      title="Suppliers"
      subtitle="Companies you buy from"
      primary={
        mayWrite && (
          <Button component={Link} to="/suppliers/new" leftSection={<IconPlus size={16} />}>
            Add Supplier
          </Button>
        )
      }
      endpoint={listSuppliers}
      input={(url) => ({
        search: url['q'] ?? '',
        status: (url['status'] || undefined) as Supplier['status'] | undefined,
      })}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowHref={({ id }) => `/suppliers/${id}`}
      {...(mayWrite ? { rowActions } : {})}
      columns={columns}
      card={(supplier) => <SupplierCard supplier={supplier} mayWrite={mayWrite} />}
      views={['grid', 'table']}
      searchPlaceholder="Name, contact person or email"
      filters={[{ key: 'status', label: 'Status', all: 'All statuses', options: supplierStatusOptions }]}
      empty={{
        icon: IconBuildingStore,
        title: 'No suppliers found',
        text: 'Add your first supplier to start creating purchase orders',
        action: mayWrite && (
          <Button component={Link} to="/suppliers/new">
            Add Your First Supplier
          </Button>
        ),
      }}
      failed="Failed to load suppliers"
    />
  )
}
