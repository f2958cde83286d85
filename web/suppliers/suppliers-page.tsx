import { Button } from '@mantine/core'
import { IconBuildingStore, IconPencil, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { listSuppliers, type Supplier } from '../../contract/suppliers.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { Column } from '../kit/columns.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import { SupplierCard } from './supplier-card.tsx'
import { SupplierLine } from './supplier-line.tsx'
import { SupplierStatus, supplierStatusOptions } from './supplier-status.tsx'
import classes from './suppliers.module.css'

const columns: readonly Column<Supplier>[] = [
  { id: 'name', header: 'Supplier', cell: ({ name }) => name, link: true, minWidth: 200, wraps: true },
  {
    id: 'contact_person',
    header: 'Contact Person',
    cell: ({ contact_person }) => contact_person ?? '–',
    priority: 2,
    minWidth: 130,
    wraps: true,
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (email ? <ContactLink to={`mailto:${email}`}>{email}</ContactLink> : '–'),
    priority: 1,
    minWidth: 200,
    wraps: true,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => (phone ? <ContactLink to={`tel:${phone}`}>{phone}</ContactLink> : '–'),
    priority: 3,
    width: 130,
    wraps: true,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address ?? '–', priority: 5, optional: true },
  {
    id: 'payment_terms',
    header: 'Payment Terms',
    cell: ({ payment_terms }) => payment_terms ?? '–',
    priority: 4,
    minWidth: 120,
    wraps: true,
  },
  { id: 'tax_id', header: 'Tax ID', cell: ({ tax_id }) => tax_id ?? '–', priority: 6, optional: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <SupplierStatus status={status} />, width: 100 },
]

/** Opens the program for email or calls. */
function ContactLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} title={children} className={classes['contact']}>
      {children}
    </a>
  )
}

export function SuppliersPage() {
  const navigate = useNavigate()
  const mayWrite = useMay('catalogue.write') === true
  const rowActions = ({ id }: Supplier): RowAction[] => [
    {
      label: 'Edit',
      icon: IconPencil,
      quick: true,
      shortcut: 'e',
      onClick: () => void navigate({ to: recordAddress('supplier', id) }),
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
      rowHref={({ id }) => recordAddress('supplier', id)}
      {...(mayWrite ? { rowActions } : {})}
      columns={columns}
      card={(supplier) => <SupplierCard supplier={supplier} mayWrite={mayWrite} />}
      line={(supplier) => <SupplierLine supplier={supplier} />}
      views={['grid', 'table']}
      searchPlaceholder="Name, contact person or email"
      filters={[{ key: 'status', label: 'Status', all: 'All Statuses', options: supplierStatusOptions }]}
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
