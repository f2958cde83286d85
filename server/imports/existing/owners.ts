import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { sql } from '../../platform/sql.ts'
import type { ProductRow } from '../read/row-readers.ts'
import { uniqueFields } from '../sheets/tables.ts'

/** A product with a value that must be unique. */
export type Owner = { id: string; name: string; sku: string; archived: boolean }

/** The products that have the rows' values, by field and value. */
export type Owners = ReadonlyMap<string, ReadonlyMap<string, Owner>>

export async function findOwners(tx: Tx, actor: Actor, rows: readonly ProductRow[]): Promise<Owners> {
  const owners = new Map<string, ReadonlyMap<string, Owner>>()
  for (const { name, column } of uniqueFields('product')) {
    const values = rows.flatMap((row) => (row as Readonly<Record<string, unknown>>)[name] ?? [])
    if (values.length > 0) owners.set(name, await ownersOf(tx, actor, column, values))
  }
  return owners
}

async function ownersOf(
  tx: Tx,
  actor: Actor,
  column: string,
  values: readonly unknown[],
): Promise<ReadonlyMap<string, Owner>> {
  const found = await tx.all(sql<Owner & { value: string }>`
    select ${sql.ref(`r.${column}`)} as value, r.id, r.name, r.sku, r.archived_at is not null as archived
    from products r
    where r.org_id = ${actor.org_id} and ${sql.ref(`r.${column}`)} = any(${values}::text[])`)
  return new Map(found.map(({ value, ...owner }) => [value, owner]))
}
