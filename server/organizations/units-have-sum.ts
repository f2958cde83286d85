import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/**
 * Whether units of all products can be added: none is measured in decimals, in kilograms for example, or there is only
 * one product (as `haveSum` of the contract). Archived ones count, because reports show past days.
 */
export function unitsHaveSum({ org_id }: Pick<Actor, 'org_id'>): Statement<boolean> {
  return sql<boolean>`(
    not exists (select from products d where d.org_id = ${org_id} and d.quantity_decimals > 0)
    or (select count(*) from (select from products n where n.org_id = ${org_id} limit 2) two) < 2)`
}
