import { sql, type RawBuilder } from 'kysely'
import type { ImportKind } from '../../../contract/imports.ts'
import { storedColumns } from '../sheets/tables.ts'

/** The columns of a record `r` that an import fills, for a select. */
export function columnsOf(kind: ImportKind): RawBuilder<unknown> {
  return sql.join(storedColumns(kind).map((column) => sql.ref(`r.${column}`)))
}
