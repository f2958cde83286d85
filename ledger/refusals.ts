import { isErrorCode, type ErrorCode } from '../contract/errors.ts'

/**
 * The names and numbers of a refusal: product, location, lot, what was asked and what is available
 * (sql/post/refusal.sql).
 */
export type RefusalDetails = Readonly<Record<string, unknown>>

/** What the ledger refuses with: a code from contract/errors.ts and its details. */
export type LedgerRefusal = { code: ErrorCode; details: RefusalDetails }

/** Returns the refusal that a database error represents (sql/guard/refuse.sql), or null for any other error. */
export function ledgerRefusalOf(error: unknown): LedgerRefusal | null {
  const { code: state, message: code, detail } = error as Error & { code?: string; detail?: string }
  if (!state?.startsWith('OH') || !isErrorCode(code)) return null
  return { code, details: detail ? (JSON.parse(detail) as RefusalDetails) : {} }
}
