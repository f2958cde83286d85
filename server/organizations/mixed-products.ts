import { sql, type Statement } from '../platform/sql.ts'

/**
 * How many products some items `i` contain, if their quantities have no sum because one of them is measured in decimals
 * (as `haveSum` of the contract); else null.
 */
export function mixedProducts(items: Statement<unknown>, where: Statement<unknown>): Statement<number | null> {
  return sql<number | null>`(
    select case when count(distinct i.product_id) > 1 and max(p.quantity_decimals) > 0 then count(distinct i.product_id) end
    from ${items} i
    join products p on p.org_id = i.org_id and p.id = i.product_id
    where ${where})`
}
