import type { Membership } from '../../contract/me.ts'
import { mayDo, type Permission } from '../../contract/permissions.ts'
import { findRecordOrganization, type RecordKind } from '../../contract/record-organization.ts'
import { accessCheck, isMember, type AccessRole } from '../platform/access.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { inOrganization } from './in-organization.ts'

/** The table of each kind, and the permission its screen needs. */
const kept: Record<RecordKind, { table: string; permission: Permission }> = {
  product: { table: 'products', permission: 'catalogue.read' },
  category: { table: 'categories', permission: 'catalogue.read' },
  supplier: { table: 'suppliers', permission: 'catalogue.read' },
  purchase_order: { table: 'purchase_orders', permission: 'orders.read' },
  receipt: { table: 'receipts', permission: 'orders.read' },
  sales_order: { table: 'sales_orders', permission: 'orders.read' },
  sales_return: { table: 'sales_returns', permission: 'orders.read' },
  posting: { table: 'stock_postings', permission: 'stock.read' },
}

/**
 * Looks for a record in the caller's other organizations, with their current access in each: role, second factor and
 * locations. So the result names an organization only if reading the record would succeed, and is null in every other
 * case.
 */
export const findRecordOrganizationQuery = implement(findRecordOrganization, async (tx, actor, input) => {
  const memberships = await tx.all(sql<Pick<Membership, 'org_id' | 'name'>>`
    select org_id, name from app.memberships(${actor.user_id})`)
  for (const { org_id, name } of memberships) {
    if (org_id === actor.org_id) continue
    if (await mayRead(tx, actor, org_id, input)) return { organization: { org_id, name } }
  }
  return { organization: null }
})

type Input = { record: RecordKind; record_id: string }

async function mayRead(tx: Tx, actor: Actor, org_id: string, { record, record_id }: Input): Promise<boolean> {
  const { table, permission } = kept[record]
  // This request's own check has already compared the token's level; the session's remains.
  const check = accessCheck({ user_id: actor.user_id, session_id: actor.session_id, aal: 'aal2' }, org_id)
  const { role, location_ids } = await tx.one(sql<{ role: AccessRole; location_ids: string[] | null }>`
    select role, location_ids from ${check}`)
  if (!isMember(role) || !mayDo(role, permission)) return false
  return inOrganization(tx, actor, { org_id, role, location_ids }, async () => {
    const found = await tx.maybe(sql`
      select from ${sql.ref(table)}
      where org_id = ${org_id} and id = ${record_id} and not app.lacks_second_factor(${actor.session_id}, ${org_id})`)
    return found !== undefined
  })
}
