import { byCount } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { notify } from '../notifications/notify.ts'
import type { Database, Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'
import type { Found } from './found.ts'

/** Stores a result for the organization's owner. False, with a warning in the log, if that failed. */
export async function isKept(db: Database, log: Log, org_id: string, found: Found): Promise<boolean> {
  try {
    await keep(db, org_id, found)
    return true
  } catch (error) {
    log.warn({ err: error, org_id }, 'the result of a ledger check could not be stored; checking again in an hour')
    return false
  }
}

async function keep(db: Database, org_id: string, { broken, unfinished, rules, compared }: Found): Promise<void> {
  await db.transaction({ org_id, user_id: null }, async (tx) => {
    const last = await tx.maybe(sql<{ broken: { rule: string }[] }>`
      select broken from ledger_checks where org_id = ${org_id} for update`)
    const known = new Set(last?.broken.map(({ rule }) => rule))
    // Reported once, not every day until it holds again.
    if (broken.some(({ rule }) => !known.has(rule))) await notifyOwners(tx, org_id, broken)
    await tx.run(sql`
      insert into ledger_checks (org_id, checked_at, broken, unfinished, rules, posting_count, movement_count, units_on_hand)
      values (${org_id}, clock_timestamp(), ${JSON.stringify(broken)}::jsonb, ${unfinished}, ${rules},
        ${compared?.posting_count ?? null}, ${compared?.movement_count ?? null}, ${compared?.units_on_hand ?? null})
      on conflict (org_id) do update
      set checked_at = excluded.checked_at, broken = excluded.broken, unfinished = excluded.unfinished,
        rules = excluded.rules, posting_count = excluded.posting_count, movement_count = excluded.movement_count,
        units_on_hand = excluded.units_on_hand`)
    await tx.run(sql`
      insert into ledger_check_results (org_id, checked_at, rule_count, broken_count, unfinished_count)
      select org_id, checked_at, ${rules.length}, ${broken.length}, ${unfinished.length}
      from ledger_checks where org_id = ${org_id}`)
    await tx.run(sql`
      delete from ledger_check_results where org_id = ${org_id} and checked_at < (
        select min(checked_at) from (
          select checked_at from ledger_check_results where org_id = ${org_id}
          order by checked_at desc limit ${limits.ledgerChecksKept}
        ) kept)`)
  })
}

function notifyOwners(tx: Tx, org_id: string, broken: Found['broken']): Promise<void> {
  return notify(
    tx,
    { org_id, user_id: null },
    {
      kind: 'ledger_check',
      title: 'The ledger does not add up',
      body: byCount(broken.length, {
        one: '{count} rule is violated. Nothing was changed.',
        other: '{count} rules are violated. Nothing was changed.',
      }),
      subject: { kind: 'settings', id: null },
    },
  )
}
