import { recordAddress } from '../../contract/record-addresses.ts'
import type { Supplier } from '../../contract/suppliers.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { SupplierStatus } from './supplier-status.tsx'

/** A compact supplier for phones. */
export function SupplierLine({ supplier }: { supplier: Supplier }) {
  const { id, name, status, contact_person, email, phone, payment_terms } = supplier
  const contact = contact_person ?? email ?? phone
  return (
    <RecordLine
      to={recordAddress('supplier', id)}
      title={name}
      text={[payment_terms ?? 'No payment terms', ...(contact ? [contact] : [])].join(' · ')}
      aside={<SupplierStatus status={status} />}
    />
  )
}
