import { categoryPalette } from '../../contract/categories.ts'
import { newId } from '../platform/ids.ts'
import type { Known } from './known.ts'
import { keyOf, type ReadRows } from './read-rows.ts'

export type PlannedCategory = { id: string; name: string; description: string | null; color: string }

/** Which category each name means, and which of them do not exist yet. */
export type PlannedCategories = { created: PlannedCategory[]; idOf(name: string): string }

/**
 * Categories of the sheet that exist are left as they are; the others are made, and so is every category that only a product names.
 * A colour that the file leaves open is the first of the palette that nobody uses, else the least used one.
 */
export function planCategories(rows: ReadRows, known: Known, notices: string[]): PlannedCategories {
  const created = new Map<string, { id: string; name: string; description: string | null; color: string | null }>()
  let repeated = 0
  for (const { name, description, color } of rows.categories) {
    const key = keyOf(name)
    if (created.has(key)) repeated++
    else if (!known.categories.has(key)) created.set(key, { id: newId(), name, description, color })
  }
  if (repeated > 0)
    notices.push(
      `${repeated} ${repeated === 1 ? 'row repeats a category' : 'rows repeat categories'} named above in the Categories sheet; the first one counts.`,
    )
  for (const { category_name: name } of rows.products) {
    if (name === null || known.categories.has(keyOf(name)) || created.has(keyOf(name))) continue
    created.set(keyOf(name), { id: newId(), name, description: null, color: null })
  }
  const nextColor = colorPicker([
    ...[...known.categories.values()].map(({ color }) => color),
    ...[...created.values()].map(({ color }) => color ?? ''),
  ])
  return {
    created: [...created.values()].map((category) => ({ ...category, color: category.color ?? nextColor() })),
    idOf(name) {
      const id = known.categories.get(keyOf(name))?.id ?? created.get(keyOf(name))?.id
      if (id === undefined) throw new Error(`no category was planned for ${name}`)
      return id
    },
  }
}

function colorPicker(used: string[]): () => string {
  const uses = new Map<string, number>(categoryPalette.map((color) => [color, 0]))
  for (const color of used)
    if (uses.has(color.toUpperCase())) uses.set(color.toUpperCase(), (uses.get(color.toUpperCase()) ?? 0) + 1)
  return () => {
    const [least] = [...uses].toSorted(([, one], [, other]) => one - other)
    const color = least?.[0] ?? categoryPalette[0]
    uses.set(color, (uses.get(color) ?? 0) + 1)
    return color
  }
}
