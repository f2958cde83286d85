import { z } from 'zod'
import { query } from './endpoint.ts'
import { moment } from './fields.ts'

const ledgerCheck = z.object({
  /** When the server last checked; null before its first check. */
  checked_at: moment.nullable(),
  /** The violated rules, by name (`balances-are-the-sum-of-movements`), and how many rows violate each. */
  broken: z.array(z.object({ rule: z.string(), rows: z.number() })),
  /** Rules that couldn't be checked: in time, or at all. */
  unfinished: z.array(z.string()),
  /** Every rule of the last check, by name, whatever its result. Empty if an earlier version checked. */
  rules: z.array(z.string()),
  /** How many postings there were; null if they couldn't be counted in time, or an earlier version checked. */
  posting_count: z.number().nullable(),
  /** How many movements these postings had; null like `posting_count`. */
  movement_count: z.number().nullable(),
  /** The units on hand that were checked, of all products; null like `posting_count`. */
  units_on_hand: z.number().nullable(),
  /** The latest checks in counts, newest first, including the last one. */
  recent: z.array(
    z.object({
      checked_at: moment,
      rule_count: z.number(),
      /** How many rules were violated. */
      broken_count: z.number(),
      /** How many rules couldn't be checked. */
      unfinished_count: z.number(),
    }),
  ),
})
export type LedgerCheck = z.output<typeof ledgerCheck>

export const readLedgerCheck = query({
  name: 'read_ledger_check',
  summary: 'Returns the result of the last ledger check: whether every unit is accounted for',
  path: '/ledger-check',
  permission: 'settings.write',
  input: z.strictObject({}),
  output: ledgerCheck,
})
