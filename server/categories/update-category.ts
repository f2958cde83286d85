import { updateCategory, type Category } from '../../contract/categories.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { lockVersion } from '../platform/versioned.ts'
import { categoryNameTaken } from './create-category.ts'
import { categoryById, oneCategory } from './queries.ts'

/** Saves a category. Refuses, in this order: not_found, conflict, name_taken. */
export const updateCategoryCommand = implement(
  updateCategory,
  async (tx, actor, input) => {
    await lockVersion(tx, sql<Category>`${categoryById(actor, input.id)} for no key update of c`, input.version)
    await tx.run(sql`
      update categories
      set name = ${input.name}, description = ${input.description}, color = ${input.color},
        version = version + 1, updated_at = app.now()
      where org_id = ${actor.org_id} and id = ${input.id}`)
    return oneCategory(tx, actor, input.id)
  },
  categoryNameTaken,
)
