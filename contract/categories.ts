import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, optionalText, requiredText, text, version, whenMissing } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { trimmed } from './trimmed.ts'

/** The colors offered first, in the order in which new categories use them. */
export const categoryPalette = [
  '#3B82F6',
  '#10B981',
  '#F59E0B',
  '#EF4444',
  '#8B5CF6',
  '#EC4899',
  '#06B6D4',
  '#F97316',
  '#6366F1',
  '#14B8A6',
] as const

/** The color for anything without a category. */
export const missingColor = '#D1D5DB'

/** What reports call the category of a product without one; imports read it the same way. */
export const withoutCategory = 'Uncategorized'

/** A color as hexadecimal text, stored as `#RRGGBB` in capitals; `#RGB` is expanded. */
export const hexColor = z
  .string(whenMissing('Color is required'))
  .overwrite(trimmed)
  .min(1, 'Color is required')
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Please enter a color like #3B82F6')
  .transform((value) => (value.length === 4 ? value.replaceAll(/[0-9a-f]/gi, '$&$&') : value).toUpperCase())

export const category = z.object({
  id,
  /** Who added it. */
  user_id: id,
  name: z.string(),
  description: z.string().nullable(),
  color: z.string(),
  /** Number of products in it that aren't archived. */
  product_count: z.number(),
  version,
  created_at: moment,
  updated_at: moment,
})
export type Category = z.output<typeof category>

/** The editable fields: the same for create and edit. */
const categoryFields = z.strictObject({
  name: requiredText('Name is required'),
  description: optionalText(),
  color: hexColor,
})

export const listCategories = query({
  name: 'list_categories',
  summary: 'Lists categories by name, with the number of products in each',
  path: '/categories',
  permission: 'catalogue.read',
  input: z.strictObject({ ...pageInput, search: text(limits.searchCharacters).optional() }),
  output: page(category),
})

export const readCategory = query({
  name: 'read_category',
  summary: 'Returns one category',
  path: '/categories/:id',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: category,
})

export const readNextCategoryColor = query({
  name: 'read_next_category_color',
  summary:
    'Returns the color suggested for a new category: the first unused color of the palette, or the least used one',
  path: '/categories/next-color',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: z.object({ color: z.string() }),
})

export const createCategory = command({
  name: 'create_category',
  summary: 'Creates a category. Its name must be unique in the organization, ignoring case',
  method: 'POST',
  path: '/categories',
  permission: 'catalogue.write',
  input: z.strictObject({ id: id.optional(), ...categoryFields.shape }),
  output: category,
  status: 201,
  changes: ['categories'],
})

export const updateCategory = command({
  name: 'update_category',
  summary:
    'Updates a category. Returns `conflict` with the current record when someone else has saved it since `version`',
  method: 'PUT',
  path: '/categories/:id',
  permission: 'catalogue.write',
  input: z.strictObject({ id, version, ...categoryFields.shape }),
  output: category,
  changes: ['categories'],
})

export const deleteCategory = command({
  name: 'delete_category',
  summary: 'Deletes a category without products. Archived products lose it',
  method: 'DELETE',
  path: '/categories/:id',
  permission: 'catalogue.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['categories'],
})
