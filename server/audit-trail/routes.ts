import { downloadAuditTrailQuery } from './download.ts'
import { countAuditTrailQuery, listAuditTrailQuery, listAuditUsersQuery, readRecordHistoryQuery } from './queries.ts'

export const auditTrailRoutes = [
  listAuditTrailQuery,
  countAuditTrailQuery,
  listAuditUsersQuery,
  downloadAuditTrailQuery,
  readRecordHistoryQuery,
]
