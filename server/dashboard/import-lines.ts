import type { Activity } from '../../contract/dashboard.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { blank } from './changed-lines.ts'

/** The newest imports and their undos; an undo is as new as its own time, whenever the import was made. */
export async function importLines(tx: Tx, actor: Actor, limit: number): Promise<Activity[]> {
  const rows = await tx.all(sql<{
    id: string
    file_name: string | null
    products: number
    units: number
    created_at: string
    undone_at: string | null
  }>`
    select id, file_name, (counts -> 'products' ->> 'rows')::int as products, (counts -> 'units' ->> 'change')::numeric as units, created_at, undone_at
    from imports where org_id = ${actor.org_id}
    order by coalesce(undone_at, created_at) desc, id desc limit ${sql.lit(limit)}`)
  return rows.flatMap(({ id, file_name, products, units, created_at, undone_at }) => {
    const line = { ...blank, table_name: 'imports', records: products, name: file_name, fields: [] }
    const made: Activity = { ...line, id: `import:${id}`, kind: 'imported', units, created_at }
    return undone_at === null
      ? [made]
      : [made, { ...line, id: `undo:${id}`, kind: 'import_undone', created_at: undone_at }]
  })
}
