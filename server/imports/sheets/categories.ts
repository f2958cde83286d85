import { categoryPalette } from '../../../contract/categories.ts'
import { limits } from '../../../contract/limits.ts'
import { color, text } from './cells.ts'
import type { Fields } from './field.ts'

/** The Categories sheet. The plan chooses a blank color of a new category. */
export const categoryFields = {
  name: {
    read: text(limits.nameCharacters),
    aliases: ['category', 'category_name'],
    required: true,
    by: 'key',
    column: 'name',
    template: { example: 'Example Category', width: 20 },
  },
  description: {
    read: text(limits.textCharacters),
    by: 'value',
    column: 'description',
    template: { example: 'What this category is for', width: 30 },
  },
  color: {
    read: color,
    aliases: ['colour'],
    by: 'value',
    column: 'color',
    template: { example: categoryPalette[0], width: 12 },
  },
} satisfies Fields
