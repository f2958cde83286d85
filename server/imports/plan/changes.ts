import type { ImportField, ImportKind, ImportSheet } from '../../../contract/import-fields.ts'
import { entriesOf, type Fields, type Value } from '../sheets/field.ts'
import type { SheetRow } from '../sheets/sheets.ts'

/** One changed field of an existing record: as people read it, and as its column stores it. */
export type PlannedField = {
  field: ImportField
  from: Value
  to: Value
  /** For the stock: the name of the location whose stock is set. */
  location: string | null
  /** The column that changes, with its new value; null for the stock, which the ledger stores. */
  column: { name: string; before: Value; after: Value } | null
}

/** An existing record that will be changed, and by which row. */
export type PlannedChange = {
  sheet: ImportSheet
  kind: ImportKind
  row: SheetRow
  record_id: string
  name: string
  sku: string | null
  fields: PlannedField[]
}

/**
 * The fields that are compared by value and whose cells differ from the record. A blank cell (null) leaves its field
 * unchanged.
 */
export function differences(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): PlannedField[] {
  const changes: PlannedField[] = []
  for (const [name, { by, column }] of entriesOf(fields)) {
    if (by !== 'value' || name === 'sku') continue
    const [from, to] = [present[name] as Value, given[name] as Value]
    if (to !== null && to !== from)
      changes.push(fieldChange(name, from, to, { name: column ?? name, before: from, after: to }))
  }
  return changes
}

/** A changing field, with its name and value for the record of changes. */
export function fieldChange(field: ImportField, from: Value, to: Value, column: PlannedField['column']): PlannedField {
  return { field, from, to, location: null, column }
}
