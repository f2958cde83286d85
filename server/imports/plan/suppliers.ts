import { newId } from '../../platform/ids.ts'
import { differences, type PlannedChange } from './changes.ts'
import type { Existing } from '../existing/existing-records.ts'
import { newValues, type NewValuesOf } from '../sheets/field.ts'
import type { Problems } from '../sheets/problems.ts'
import type { SheetRow } from '../sheets/sheets.ts'
import { supplierFields } from '../sheets/suppliers.ts'
import { keyOf, type SupplierRow } from '../read/row-readers.ts'

export type PlannedSupplier = NewValuesOf<typeof supplierFields> & { id: string; name: string }

/** Matches each name to a supplier, and finds which must be created and what the sheet changes in existing ones. */
export type PlannedSuppliers = {
  changes: PlannedChange[]
  /**
   * The supplier of this name, created if it doesn't exist. Null, with a problem of the product's row, if several
   * suppliers have the name.
   */
  idOf(name: string, row: SheetRow, problems: Problems): string | null
  /** Called once every name has been looked up. */
  created(): PlannedSupplier[]
  /** How many of them only other sheets name. */
  onlyNamed(): number
}

/**
 * Existing suppliers (by name) are updated, the others are created, and so is every supplier that only a product names.
 * A name shared by several suppliers matches none of them.
 */
export function planSuppliers(rows: SupplierRow[], existing: Existing, problems: Problems): PlannedSuppliers {
  const made = new Map<string, PlannedSupplier>()
  const changes: PlannedChange[] = []
  const seen = new Map<string, SupplierRow>()
  for (const given of rows) {
    const { row, key } = given
    const first = seen.get(key)
    const found = existing.suppliers.get(key)
    seen.set(key, first ?? given)
    if (first) problems.at(row, 'name', `This supplier is already in row ${first.row.row}.`)
    else if (!found) made.set(key, { ...newValues(supplierFields, given), name: given.name, id: newId() })
    else if (found.namesakes > 1)
      problems.at(row, 'name', `${found.namesakes} suppliers have this name. Update them one at a time.`)
    else {
      const different = differences(supplierFields, given, found)
      const { id: record_id, name } = found
      if (different.length > 0)
        changes.push({ sheet: 'Suppliers', kind: 'supplier', row, record_id, name, sku: null, fields: different })
    }
  }
  const ofSheet = made.size
  return {
    changes,
    idOf(name, row, problemsOfProducts) {
      const key = keyOf(name)
      const found = existing.suppliers.get(key)
      if (found && found.namesakes > 1) {
        problemsOfProducts.at(
          row,
          'supplier_name',
          `${found.namesakes} suppliers have this name. Choose one on the product’s page.`,
        )
        return null
      }
      const known = found ?? made.get(key)
      if (known) return known.id
      const id = newId()
      made.set(key, { ...newValues(supplierFields, {}), name, id })
      return id
    },
    created: () => [...made.values()],
    onlyNamed: () => made.size - ofSheet,
  }
}
