import type { ImportKind } from '../../../contract/import-fields.ts'
import { sql, type Statement } from '../../platform/sql.ts'
import { storedColumns } from '../sheets/tables.ts'

/** The columns of a record `r` that an import fills, for a select. */
export function columnsOf(kind: ImportKind): Statement<unknown> {
  return sql.join(storedColumns(kind).map((column) => sql.ref(`r.${column}`)))
}
