import { readOrganization, type Organization } from '../../contract/organizations.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** The organization of the actor. */
export function currentOrganization(tx: Tx, { org_id }: Actor): Promise<Organization> {
  return tx.one(sql<Organization>`
    select o.org_id, coalesce(nullif(s.company_name, ''), o.name) as name, o.is_sample, o.created_at, o.second_factor_required,
      (select count(*)::int from members where org_id = ${org_id}) as member_count
    from organizations o
    left join organization_settings s on s.org_id = ${org_id}
    where o.org_id = ${org_id}`)
}

export const readOrganizationQuery = implement(readOrganization, currentOrganization)
