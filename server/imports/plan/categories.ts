import { categoryPalette, withoutCategory } from '../../../contract/categories.ts'
import { formatQuantity } from '../../../contract/quantity.ts'
import { newId } from '../../platform/ids.ts'
import { differences, type PlannedChange } from './changes.ts'
import type { Existing } from '../existing/existing-records.ts'
import { categoryFields } from '../sheets/categories.ts'
import { newValues, type NewValuesOf } from '../sheets/field.ts'
import type { ReadRows } from '../read/read-rows.ts'
import { keyOf } from '../read/row-readers.ts'

type NewCategory = NewValuesOf<typeof categoryFields> & { id: string; name: string }

export type PlannedCategory = NewCategory & { color: string }

/** Matches each name to a category, and finds which must be created and what the sheet changes in existing ones. */
export type PlannedCategories = {
  changes: PlannedChange[]
  /**
   * The category of this name, created if it doesn't exist. Null for the word that our reports write for products
   * without one, unless a category has this name.
   */
  idOf(name: string): string | null
  /** Called once every name has been looked up. */
  created(): PlannedCategory[]
  /** How many of them only other sheets name. */
  onlyNamed(): number
}

/**
 * Existing categories in the sheet are updated if their cells differ; the others are created, and so is every category
 * that only a product names. If rows repeat a name, the first one counts. A missing color becomes the first unused one
 * of the palette, else the least used one.
 */
export function planCategories(rows: ReadRows, existing: Existing, notices: string[]): PlannedCategories {
  const made = new Map<string, NewCategory>()
  const changes: PlannedChange[] = []
  const seen = new Set<string>()
  const repeated: number[] = []
  for (const given of rows.categories) {
    const { row, key, name } = given
    const found = existing.categories.get(key)
    if (seen.has(key)) repeated.push(row.row)
    else if (!found) made.set(key, { ...newValues(categoryFields, given), name, id: newId() })
    else {
      const fields = differences(categoryFields, given, found)
      const { id: record_id, name: present } = found
      if (fields.length > 0)
        changes.push({ sheet: 'Categories', kind: 'category', row, record_id, name: present, sku: null, fields })
    }
    seen.add(key)
  }
  if (repeated.length > 0) notices.push(repeatedNotice(repeated))
  const ofSheet = made.size
  return {
    changes,
    idOf(name) {
      const key = keyOf(name)
      const found = existing.categories.get(key) ?? made.get(key)
      if (found) return found.id
      if (key === keyOf(withoutCategory)) return null
      const id = newId()
      made.set(key, { ...newValues(categoryFields, {}), name, id })
      return id
    },
    created() {
      const created = [...made.values()]
      const nextColor = colorPicker([...existing.categories.values(), ...created].map(({ color }) => color ?? ''))
      return created.map((category) => ({ ...category, color: category.color ?? nextColor() }))
    },
    onlyNamed: () => made.size - ofSheet,
  }
}

const rowsNamed = 20

function repeatedNotice(rows: number[]): string {
  const more = rows.length > rowsNamed ? ` and ${formatQuantity(rows.length - rowsNamed)} more` : ''
  const what =
    rows.length === 1
      ? `Row ${rows[0]} repeats a category`
      : `Rows ${rows.slice(0, rowsNamed).join(', ')}${more} repeat categories`
  return `${what} already listed above in the Categories sheet. The first one is used.`
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
