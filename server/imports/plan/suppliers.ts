import { newId } from '../../platform/ids.ts'
import { differences, type PlannedChange } from './changes.ts'
import type { Existing } from '../existing/existing-records.ts'
import { newValues, type NewValuesOf } from '../sheets/field.ts'
import type { Problems } from '../sheets/problems.ts'
import { supplierFields } from '../sheets/suppliers.ts'
import type { SupplierRow } from '../read/row-readers.ts'

export type PlannedSupplier = NewValuesOf<typeof supplierFields> & { id: string; name: string }

/**
 * Existing suppliers (by name) are updated, the others are created. A name shared by several suppliers matches none of
 * them.
 */
export function planSuppliers(rows: SupplierRow[], existing: Existing, problems: Problems) {
  const created: PlannedSupplier[] = []
  const changes: PlannedChange[] = []
  const seen = new Map<string, SupplierRow>()
  for (const given of rows) {
    const { row, key } = given
    const first = seen.get(key)
    const found = existing.suppliers.get(key)
    seen.set(key, first ?? given)
    if (first) problems.at(row, 'name', `This supplier is already in row ${first.row.row}.`)
    else if (!found) created.push({ ...newValues(supplierFields, given), name: given.name, id: newId() })
    else if (found.namesakes > 1)
      problems.at(row, 'name', `${found.namesakes} suppliers have this name. Update them one at a time.`)
    else {
      const different = differences(supplierFields, given, found)
      const { id: record_id, name } = found
      if (different.length > 0)
        changes.push({ sheet: 'Suppliers', kind: 'supplier', row, record_id, name, sku: null, fields: different })
    }
  }
  return { created, changes }
}
