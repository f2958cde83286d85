import { createSupplier } from '../../contract/suppliers.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { oneSupplier } from './queries.ts'

/** Adds a supplier. Two of the same name may exist: branches of one company often do. */
export const createSupplierCommand = implement(createSupplier, async (tx, actor, input) => {
  const id = input.id ?? newId()
  await tx.run(sql`
    insert into suppliers (
      org_id, id, user_id, name, email, phone, address, contact_person, tax_id, payment_terms, notes, status)
    values (
      ${actor.org_id}, ${id}, ${actor.user_id}, ${input.name}, ${input.email}, ${input.phone}, ${input.address},
      ${input.contact_person}, ${input.tax_id}, ${input.payment_terms}, ${input.notes}, ${input.status})`)
  return oneSupplier(tx, actor, id)
})
