import type { ImportField, ImportKind, ImportSheet } from '../../../contract/import-fields.ts'
import type { Fields, Value } from '../sheets/field.ts'
import type { SheetRow } from '../sheets/sheets.ts'

/** One field of a record that is there and will be another: as people read it, and as its column holds it. */
export type PlannedField = {
  field: ImportField
  from: Value
  to: Value
  /** For the stock: the name of the location whose stock is set, `place` in the API. */
  place: string | null
  /** The column that changes, with what it holds; null for the stock, which the ledger keeps. */
  column: { name: string; before: Value; after: Value } | null
}

/** A record that is there and will be changed, and by which row. */
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
 * The fields that are compared by value and whose cells say something else than the record holds. A blank cell (null)
 * leaves its field alone.
 */
export function differences(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): PlannedField[] {
  const changes: PlannedField[] = []
  for (const [name, { by, column }] of Object.entries(fields)) {
    if (by !== 'value') continue
    const [from, to] = [present[name] as Value, given[name] as Value]
    if (to !== null && to !== from)
      changes.push(fieldChange(name as ImportField, from, to, { name: column ?? name, before: from, after: to }))
  }
  return changes
}

/** A field that changes, and what it is called and holds where the change is recorded. */
export function fieldChange(field: ImportField, from: Value, to: Value, column: PlannedField['column']): PlannedField {
  return { field, from, to, place: null, column }
}
