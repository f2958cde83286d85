import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Supplier } from '../../contract/suppliers.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { ContactLines } from '../ui/contact-lines.tsx'
import { Link } from '../ui/link.tsx'
import { SupplierStatus } from './supplier-status.tsx'
import classes from './suppliers.module.css'

/** A supplier as a card. On phones the whole card leads to the form: its button would take a line of its own. */
export function SupplierCard({ supplier, mayWrite }: { supplier: Supplier; mayWrite: boolean }) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { id, name, status, contact_person, email, phone: number, address, payment_terms } = supplier
  const terms = payment_terms ?? 'No payment terms'
  const foot = (
    <div className={classes['foot']}>
      <span>{terms}</span>
      {mayWrite && (
        <Button
          component={Link}
          to={recordAddress('supplier', id)}
          variant="default"
          size="compact-md"
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
      )}
    </div>
  )
  return (
    <RecordCard
      to={recordAddress('supplier', id)}
      title={name}
      badge={<SupplierStatus status={status} />}
      {...(phone ? { dense: true, text: terms } : { actions: foot })}
    >
      <ContactLines contactPerson={contact_person} email={email} phone={number} address={address} />
    </RecordCard>
  )
}
