import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { Layout } from './sheets/layouts.ts'

/** How many imports with chosen columns are remembered. */
const remembered = 20

/** The layouts of the newest imports whose columns a person has chosen, newest first. */
export async function rememberedLayouts(tx: Tx, { org_id }: Pick<Actor, 'org_id'>): Promise<Layout[]> {
  const imports = await tx.all(sql<{ layouts: Layout[] }>`
    select layouts from imports where org_id = ${org_id} and layouts is not null
    order by created_at desc limit ${remembered}`)
  return imports.flatMap(({ layouts }) => layouts)
}
