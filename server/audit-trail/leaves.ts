import { createHash } from 'node:crypto'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** What seals cover: audit rows, and the names that people had. Each is found by a key, and hashed as one JSON text. */
export type Source = 'audit_trail' | 'audit_people'

/** A row in its hashed form. `isFalse`: a person's name no longer matches the digest in the text. */
export type Leaf = { key: string; text: string; is_false: boolean }

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/**
 * The rows with these keys as texts, in key order. PostgreSQL's jsonb always produces the same text for the same
 * values.
 */
export async function readLeaves(
  tx: Tx,
  org_id: string,
  source: Source,
  keys: readonly string[],
): Promise<Map<string, Leaf>> {
  const leaves = await (source === 'audit_trail'
    ? tx.all(sql<Leaf>`
        select a.id::text as key, false as is_false,
          jsonb_build_array(a.id, a.user_id, a.table_name, a.record_id, a.action, a.old_values, a.new_values, extract(epoch from a.created_at),
            a.subject_id, a.item_name, a.summary)::text as text
        from audit_trail a where a.org_id = ${org_id} and a.id = any (${[...keys]}::bigint[])`)
    : tx.all(sql<Leaf>`
        select p.key, jsonb_build_array(p.key, encode(p.digest, 'hex'))::text as text,
          p.erased_at is null and p.digest <> sha256(p.salt || convert_to(p.email || E'\n' || p.username, 'UTF8')) as is_false
        from (select *, ${personKey} as key from audit_people where org_id = ${org_id}) p
        where p.key = any (${[...keys]})`))
  return new Map(leaves.map((leaf) => [leaf.key, leaf]))
}

/** The key of a row of audit_people. */
export const personKey = sql`user_id || ' ' || extract(epoch from valid_from)`
