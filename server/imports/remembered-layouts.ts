import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { Layout } from './sheets/layouts.ts'

/** How many are remembered. */
const remembered = 50

/**
 * The layouts of imports whose columns a person has chosen, newest first. What was undone may have been chosen by
 * mistake.
 */
export async function rememberedLayouts(tx: Tx, { org_id }: Pick<Actor, 'org_id'>): Promise<Layout[]> {
  const chosen = await tx.all(sql<{ layouts: Layout[] }>`
    select layouts from imports where org_id = ${org_id} and layouts is not null and status <> 'undone'
    group by layouts order by max(created_at) desc limit ${remembered}`)
  return chosen.flatMap(({ layouts }) => layouts)
}
