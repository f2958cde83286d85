import { readLedgerCheckQuery } from './queries.ts'

export const ledgerCheckRoutes = [readLedgerCheckQuery]
