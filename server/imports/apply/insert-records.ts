import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import type { PlannedCategory } from '../plan/categories.ts'
import type { PlannedLocation } from '../plan/locations.ts'
import type { PlannedSupplier } from '../plan/suppliers.ts'

/** Makes the records beside the products that a file names and that do not exist yet. */

export async function insertCategories(tx: Tx, actor: Actor, categories: PlannedCategory[]): Promise<void> {
  await tx.run(sql`
    insert into categories (org_id, id, user_id, name, description, color)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name, n.description, n.color
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as n (id uuid, name text, description text, color text)`)
}

export async function insertSuppliers(tx: Tx, actor: Actor, suppliers: PlannedSupplier[]): Promise<void> {
  await tx.run(sql`
    insert into suppliers (
      org_id, id, user_id, name, email, phone, address, contact_person, tax_id, payment_terms, notes, status)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name, n.email, n.phone, n.address, n.contact_person, n.tax_id,
      n.payment_terms, n.notes, n.status
    from jsonb_to_recordset(${JSON.stringify(suppliers)}::jsonb)
      as n (id uuid, name text, email text, phone text, address text, contact_person text, tax_id text, payment_terms text, notes text,
        status text)`)
}

/** Makes new locations, and shows those again that an undo had hidden. */
export async function insertLocations(tx: Tx, actor: Actor, locations: PlannedLocation[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(locations)}::jsonb)
    as n (id uuid, name text, hidden boolean, description text, address text, contact_person text, phone text, email text)`
  await tx.run(sql`
    insert into locations (org_id, id, user_id, name, description, address, contact_person, phone, email)
    select ${actor.org_id}, n.id, ${actor.user_id}, n.name, n.description, n.address, n.contact_person, n.phone, n.email
    from ${given} where not n.hidden`)
  await tx.run(sql`
    update locations l
    set hidden_at = null, is_active = true, description = coalesce(n.description, l.description),
      address = coalesce(n.address, l.address), contact_person = coalesce(n.contact_person, l.contact_person),
      phone = coalesce(n.phone, l.phone), email = coalesce(n.email, l.email),
      version = l.version + 1, updated_at = clock_timestamp()
    from ${given}
    where l.org_id = ${actor.org_id} and l.id = n.id and n.hidden`)
}
