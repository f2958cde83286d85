import type { Supplier } from '../../contract/suppliers.ts'

/**
 * The form's values. The version identifies the record that the fields were filled from, even if the screen has
 * refetched since.
 */
export function valuesOf(supplier: Supplier) {
  const { version, name, status } = supplier
  return {
    version,
    name,
    status,
    contact_person: supplier.contact_person ?? '',
    email: supplier.email ?? '',
    phone: supplier.phone ?? '',
    address: supplier.address ?? '',
    tax_id: supplier.tax_id ?? '',
    payment_terms: supplier.payment_terms ?? '',
    notes: supplier.notes ?? '',
  }
}
