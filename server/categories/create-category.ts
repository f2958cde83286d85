import { createCategory } from '../../contract/categories.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import type { UniqueRefusals } from '../platform/sql-errors.ts'
import { sql } from '../platform/sql.ts'
import { oneCategory } from './queries.ts'

/** The refusal of a second category of the same name. */
export const categoryNameTaken: UniqueRefusals = {
  categories_name_key: { code: 'name_taken', fields: { name: 'A category with this name already exists' } },
}

/** Adds a category. Refuses name_taken, ignoring case. */
export const createCategoryCommand = implement(
  createCategory,
  async (tx, actor, input) => {
    const id = input.id ?? newId()
    await tx.run(sql`
      insert into categories (org_id, id, user_id, name, description, color)
      values (${actor.org_id}, ${id}, ${actor.user_id}, ${input.name}, ${input.description}, ${input.color})`)
    return oneCategory(tx, actor, id)
  },
  categoryNameTaken,
)
