import { Button } from '@mantine/core'
import type { Supplier } from '../../contract/suppliers.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { ContactLines } from '../ui/contact-lines.tsx'
import { Link } from '../ui/link.tsx'
import { SupplierStatus } from './supplier-status.tsx'
import classes from './suppliers.module.css'

/** A supplier as a card. */
export function SupplierCard({ supplier, mayWrite }: { supplier: Supplier; mayWrite: boolean }) {
  const { id, name, status, contact_person, email, phone, address, payment_terms } = supplier
  return (
    <RecordCard
      to={recordAddress('supplier', id)}
      title={name}
      badge={<SupplierStatus status={status} />}
      actions={
        <div className={classes['foot']}>
          <span>{payment_terms ?? 'No payment terms'}</span>
          {mayWrite && (
            <Button
              component={Link}
              to={recordAddress('supplier', id)}
              variant="default"
              size="compact-md"
              // On a phone the whole card is easier to press, and leads to the same screen.
              visibleFrom="sm"
              aria-label={`Edit ${name}`}
            >
              Edit
            </Button>
          )}
        </div>
      }
    >
      <ContactLines contactPerson={contact_person} email={email} phone={phone} address={address} />
    </RecordCard>
  )
}
