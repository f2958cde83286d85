import type { LedgerCheck } from '../../contract/ledger-checks.ts'

/** What a check compared; null if counting took too long. */
export type Compared = Record<'posting_count' | 'movement_count' | 'units_on_hand', number> | null

export type Result = Pick<LedgerCheck, 'broken' | 'unfinished' | 'rules'> & { compared: Compared }

/** The result for one organization, or (null) for the schema that protects them all. */
export type Found = Result & { org_id: string | null }
