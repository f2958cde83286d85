import { newId } from '../../platform/ids.ts'
import { differences, type PlannedChange } from './changes.ts'
import type { Existing } from '../existing/existing-records.ts'
import type { Problems } from '../sheets/problems.ts'
import type { SupplierRow } from '../read/row-readers.ts'

export type PlannedSupplier = Omit<SupplierRow, 'row' | 'key' | 'broken' | 'status'> & {
  id: string
  status: 'active' | 'inactive'
}

const fieldNames = [
  'email',
  'phone',
  'address',
  'contact_person',
  'tax_id',
  'payment_terms',
  'notes',
  'status',
] as const

/** Suppliers that are there (by name) are updated, the others are made. A name that several suppliers share means none of them. */
export function planSuppliers(rows: SupplierRow[], existing: Existing, problems: Problems) {
  const created: PlannedSupplier[] = []
  const changes: PlannedChange[] = []
  const seen = new Map<string, SupplierRow>()
  for (const given of rows) {
    const { row, key, broken: _broken, ...fields } = given
    const first = seen.get(key)
    const found = existing.suppliers.get(key)
    seen.set(key, first ?? given)
    if (first) problems.at(row, 'name', `This supplier is already named in row ${first.row.row}.`)
    else if (!found) created.push({ ...fields, id: newId(), status: fields.status ?? 'active' })
    else if (found.namesakes > 1)
      problems.at(row, 'name', `${found.namesakes} suppliers have this name. Change them one by one.`)
    else {
      const different = differences(fieldNames, given, found)
      const { id: record_id, name } = found
      if (different.length > 0)
        changes.push({ sheet: 'Suppliers', kind: 'supplier', row, record_id, name, sku: null, fields: different })
    }
  }
  return { created, changes }
}
