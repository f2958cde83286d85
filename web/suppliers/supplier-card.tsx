import { Button } from '@mantine/core'
import type { Supplier } from '../../contract/suppliers.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { ContactLines } from '../ui/contact-lines.tsx'
import { Link } from '../ui/link.tsx'
import { SupplierStatus } from './supplier-status.tsx'
import classes from './suppliers.module.css'

/** A supplier as a card. */
export function SupplierCard({ supplier, mayWrite }: { supplier: Supplier; mayWrite: boolean }) {
  const { id, name, status, contact_person, email, phone, address } = supplier
  return (
    <RecordCard
      to={`/suppliers/${id}`}
      title={name}
      badge={<SupplierStatus status={status} />}
      actions={
        mayWrite && (
          <Button
            component={Link}
            to={`/suppliers/${id}`}
            variant="default"
            size="compact-md"
            className={classes['edit']}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
        )
      }
    >
      <ContactLines contactPerson={contact_person} email={email} phone={phone} address={address} />
    </RecordCard>
  )
}
