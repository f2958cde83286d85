import { updateCustomer } from '../../contract/customers.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { requireVersion } from '../platform/versioned.ts'
import { customerOf } from './queries.ts'

/**
 * Saves a customer; data on earlier orders stays. Refuses, in this order: not_found; conflict; already_exists (another
 * customer with this name and email).
 */
export const updateCustomerCommand = implement(
  updateCustomer,
  async (tx, actor, { id, version, name, email, phone, billing_address, payment_terms_days, notes }) => {
    await tx.run(sql`select from customers where org_id = ${actor.org_id} and id = ${id} for no key update`)
    requireVersion(await customerOf(tx, actor, id), version)
    await tx.run(sql`
      update customers set name = ${name}, email = ${email}, phone = ${phone}, billing_address = ${billing_address},
        payment_terms_days = ${payment_terms_days}, notes = ${notes}, version = version + 1, updated_at = app.now()
      where org_id = ${actor.org_id} and id = ${id}`)
    return customerOf(tx, actor, id)
  },
  {
    customers_identity_key: {
      code: 'already_exists',
      fields: { name: 'Another customer already has this name and email' },
    },
  },
)
