import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Person } from './person.ts'

const invariants = join(import.meta.dirname, '../../ledger/invariants')

/**
 * Connects as the superuser of the embedded PostgreSQL in this data folder. Its lock file has the port in line 4 and
 * the socket in line 5.
 */
export async function connect(dataFolder: string): Promise<pg.Client> {
  const [, , , port, host] = postmasterLines(dataFolder)
  const client = new pg.Client({ host: host ?? '', port: Number(port), user: 'postgres', database: 'onhand' })
  await client.connect()
  return client
}

/** The process id of PostgreSQL's main process. */
export function postgresPid(dataFolder: string): number {
  return Number(postmasterLines(dataFolder)[0])
}

function postmasterLines(dataFolder: string): string[] {
  return readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')
}

/** The violated invariants, each with its first rows: an empty list means that the data is sound. */
export async function violations(dataFolder: string): Promise<{ invariant: string; rows: unknown[] }[]> {
  const files = readdirSync(invariants).filter((file) => file.endsWith('.sql'))
  if (files.length === 0) throw new Error(`There are no invariants in ${invariants}`)
  const client = await connect(dataFolder)
  try {
    const found: { invariant: string; rows: unknown[] }[] = []
    for (const file of files) {
      const { rows } = await client.query(readFileSync(join(invariants, file), 'utf8'))
      if (rows.length > 0) found.push({ invariant: file, rows: rows.slice(0, 5) })
    }
    return found
  } finally {
    await client.end()
  }
}

/** Changes someone's role in their current organization, on the server that all journeys share. */
export async function setRole(
  { session: { user }, org_id }: Person,
  role: 'owner' | 'admin' | 'staff' | 'viewer',
): Promise<void> {
  const client = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    const { rowCount } = await client.query('update members set role = $3 where user_id = $1 and org_id = $2', [
      user.id,
      org_id,
      role,
    ])
    if (rowCount !== 1) throw new Error(`${rowCount} memberships of ${user.id} were changed, not one`)
  } finally {
    await client.end()
  }
}

/** Moves a person's authenticator app forward by a minute, so that its next code hasn't been used. */
export async function laterForApp({ session: { user } }: Person): Promise<void> {
  const client = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    await client.query('update auth.factors set used_step = used_step - 2 where user_id = $1', [user.id])
  } finally {
    await client.end()
  }
}

/**
 * Makes the second factors proven in someone's sessions two hours old, so that changing factors requires a new proof.
 */
export async function laterForProofs({ session: { user } }: Person): Promise<void> {
  const client = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    await client.query(
      `update auth.sessions set created_at = created_at - interval '2 hours', amr = (
         select jsonb_agg(proof || jsonb_build_object('timestamp', (proof ->> 'timestamp')::bigint - 7200))
         from jsonb_array_elements(amr) proof)
       where user_id = $1`,
      [user.id],
    )
  } finally {
    await client.end()
  }
}

/** Stores the result of a check of someone's ledger, as the server does once a day. */
export async function foundInLedger(org_id: string, broken: { rule: string; rows: number }[]): Promise<void> {
  const rules = ['balances-are-the-sum-of-movements', 'no-balance-is-negative', 'totals-are-the-levels']
  const client = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    await client.query(
      `insert into ledger_checks
         (org_id, checked_at, broken, unfinished, rules, posting_count, movement_count, units_on_hand)
       values ($1, now(), $2, '{}', $3, 1, 1, 5)
       on conflict (org_id) do update set checked_at = now(), broken = excluded.broken, rules = excluded.rules`,
      [org_id, JSON.stringify(broken), rules],
    )
    await client.query(
      `insert into ledger_check_results (org_id, checked_at, rule_count, broken_count, unfinished_count)
       values ($1, now(), $2, $3, 0)`,
      [org_id, rules.length, broken.length],
    )
  } finally {
    await client.end()
  }
}

/** Moves a stock count this many days into the past. */
export async function countedEarlier(count_id: string, days: number): Promise<void> {
  const client = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    await client.query('update stock_counts set counted_at = counted_at - make_interval(days => $2) where id = $1', [
      count_id,
      days,
    ])
  } finally {
    await client.end()
  }
}

/**
 * Stores a price, as the price function does after reading a page, and returns its id. Journeys don't contact the
 * internet.
 */
export async function suggestPrice(
  product: { org_id: string; user_id: string; product_id: string | null },
  suggestion: {
    url: string
    new_price: number
    currency: string | null
  },
): Promise<string> {
  const client = await connect(process.env.JOURNEYS_DATA ?? '')
  try {
    const id = randomUUID()
    await client.query(
      `insert into price_updates (org_id, id, user_id, product_id, url, new_price, currency, found_in)
       values ($1, $2, $3, $4, $5, $6, $7, 'json_ld')`,
      [
        product.org_id,
        id,
        product.user_id,
        product.product_id,
        suggestion.url,
        suggestion.new_price,
        suggestion.currency,
      ],
    )
    return id
  } finally {
    await client.end()
  }
}
