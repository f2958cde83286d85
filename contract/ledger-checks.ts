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
