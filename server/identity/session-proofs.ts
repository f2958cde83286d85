import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** The `amr` of a session that proved `method` just now: the newest method first, each once. */
export function amrWith(method: string) {
  return sql`
    jsonb_build_array(jsonb_build_object('method', ${method}::text, 'timestamp', extract(epoch from clock_timestamp())::bigint))
      || ${amrWithout(method)}`
}

function amrWithout(method: string) {
  return sql`coalesce((
    select jsonb_agg(entry order by position) from jsonb_array_elements(amr) with ordinality as entries(entry, position)
    where entry ->> 'method' <> ${method}), '[]')`
}

/** Records that the user of an open session gave their password, or a code from an email, again. */
export async function renewProof(tx: Tx, session_id: string, method: 'password' | 'otp'): Promise<void> {
  await tx.run(sql`update auth.sessions set amr = ${amrWith(method)} where id = ${session_id} and ended_at is null`)
}
