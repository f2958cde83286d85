import { updateSupplier, type Supplier } from '../../contract/suppliers.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { lockVersion } from '../platform/versioned.ts'
import { oneSupplier, supplierById } from './queries.ts'

/** Saves a supplier. Refuses, in this order: not_found, conflict. */
export const updateSupplierCommand = implement(updateSupplier, async (tx, actor, input) => {
  await lockVersion(tx, sql<Supplier>`${supplierById(actor, input.id)} for no key update`, input.version)
  await tx.run(sql`
    update suppliers
    set name = ${input.name}, email = ${input.email}, phone = ${input.phone}, address = ${input.address},
      contact_person = ${input.contact_person}, tax_id = ${input.tax_id}, payment_terms = ${input.payment_terms},
      notes = ${input.notes}, status = ${input.status}, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${input.id}`)
  return oneSupplier(tx, actor, input.id)
})
