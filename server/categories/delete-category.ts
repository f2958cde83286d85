import { deleteCategory } from '../../contract/categories.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { oneCategory } from './queries.ts'

/**
 * Deletes a category. Refuses, in this order: not_found, category_in_use (product_count). The lock waits for anyone who
 * is assigning a product to it, so the following count is correct. Archived products lose the category (foreign key).
 */
export const deleteCategoryCommand = implement(deleteCategory, async (tx, actor, { id }) => {
  await tx.run(sql`select from categories where org_id = ${actor.org_id} and id = ${id} for update`)
  const { product_count } = await oneCategory(tx, actor, id)
  if (product_count > 0) refuse('category_in_use', { product_count }, 'Cannot delete category with products')
  await tx.run(sql`delete from categories where org_id = ${actor.org_id} and id = ${id}`)
  return { id }
})
