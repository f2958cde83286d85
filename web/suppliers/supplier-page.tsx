import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { readSupplier } from '../../contract/suppliers.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { useMay } from '../kit/use-may.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import { Link } from '../ui/link.tsx'
import { EditSupplier } from './edit-supplier.tsx'
import { SupplierStatus } from './supplier-status.tsx'
import classes from './suppliers.module.css'

const back = { label: 'Suppliers', to: '/suppliers' }

/** Leads to the supplier's orders and products, and to a new order. */
function SupplierLinks({ id, isActive }: { id: string; isActive: boolean }) {
  const mayOrder = useMay('orders.write') === true
  return (
    <>
      <Button component={Link} to={`/purchase-orders?supplier=${id}`} variant="default">
        Orders
      </Button>
      <Button component={Link} to={`/products?supplier=${id}`} variant="default">
        Products
      </Button>
      {mayOrder && isActive && (
        <Button
          component={Link}
          to={`/purchase-orders/new?supplier=${id}`}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} />}
        >
          Create purchase order
        </Button>
      )}
    </>
  )
}

/** Edits one supplier; at /suppliers/:id and at /suppliers/:id/edit. */
export function SupplierPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readSupplier, { id })
  const mayWrite = useMay('catalogue.write') !== false
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={({ name, status }) => ({
        ...(mayWrite ? { title: 'Edit Supplier', subtitle: name } : { title: name }),
        badges: <SupplierStatus status={status} />,
        actions: <SupplierLinks id={id} isActive={status === 'active'} />,
        backToList: true,
      })}
      record={{ kind: 'supplier', id }}
      notFound={{
        title: 'Supplier Not Found',
        text: "The supplier you're looking for doesn't exist.",
        back: { ...back, label: 'Back to Suppliers' },
      }}
      failed="Failed to load supplier"
      skeleton={<FormSkeleton />}
    >
      {(supplier) => (
        <>
          <EditSupplier key={supplier.id} supplier={supplier} />
          <div className={classes['below']}>
            <Comments record_type="supplier" record_id={supplier.id} />
            <RecordHistory record_id={supplier.id} />
          </div>
        </>
      )}
    </RecordPage>
  )
}
