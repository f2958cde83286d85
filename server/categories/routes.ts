import { createCategoryCommand } from './create-category.ts'
import { deleteCategoryCommand } from './delete-category.ts'
import { listCategoriesQuery, readCategoryQuery, readNextCategoryColorQuery } from './queries.ts'
import { updateCategoryCommand } from './update-category.ts'

export const categoryRoutes = [
  listCategoriesQuery,
  readNextCategoryColorQuery,
  readCategoryQuery,
  createCategoryCommand,
  updateCategoryCommand,
  deleteCategoryCommand,
]
