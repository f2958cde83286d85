import type { ImportField, ImportKind, ImportSheet } from '../../../contract/imports.ts'
import type { SheetRow } from '../sheets/sheets.ts'

type Value = string | number | null

/** One field of a record that is there and will be another: as people read it, and as its column holds it. */
export type PlannedField = {
  field: ImportField
  from: Value
  to: Value
  /** For the stock: the place whose stock is set. */
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

/** The fields whose cells say something else than the record holds. A blank cell (null) leaves its field alone. */
export function differences<F extends ImportField>(
  fields: readonly F[],
  given: Readonly<Record<F, Value>>,
  present: Readonly<Record<F, Value>>,
): PlannedField[] {
  return fields.flatMap((field) => {
    const [from, to] = [present[field], given[field]]
    return to === null || to === from ? [] : [fieldChange(field, from, to)]
  })
}

/** A field that changes; its column has the same name and values unless they are given. */
export function fieldChange(
  field: ImportField,
  from: Value,
  to: Value,
  column: PlannedField['column'] = { name: field, before: from, after: to },
): PlannedField {
  return { field, from, to, place: null, column }
}
