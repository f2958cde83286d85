import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** An organization's stored logo; pixels. */
export type Logo = { png: Buffer; width: number; height: number }

/** The organization's logo; undefined without one. */
export function logoOf(tx: Tx, { org_id }: Pick<Actor, 'org_id'>): Promise<Logo | undefined> {
  return tx.maybe(sql<Logo>`select png, width, height from organization_logos where org_id = ${org_id}`)
}
