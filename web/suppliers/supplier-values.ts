import type { Supplier } from '../../contract/suppliers.ts'

/**
 * What the form edits. The version says which record the fields were filled from, also when the screen refetched since.
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
