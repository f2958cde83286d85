import type { Implementation } from '../platform/endpoint.ts'
import { createPurchaseOrderShareCommand, createSalesOrderShareCommand } from './create-share.ts'
import { decideSupplierResponseCommand } from './decide-supplier-response.ts'
import { markQuestionAnsweredCommand } from './mark-question-answered.ts'
import {
  listPurchaseOrderSharesQuery,
  listSalesOrderQuestionsQuery,
  listSalesOrderSharesQuery,
  listSupplierResponsesQuery,
} from './queries.ts'
import { revokeShareCommand } from './revoke-share.ts'

/** What members do with links. What the links open is in pages.ts. */
export const sharingRoutes = (siteUrl: string): readonly Implementation[] => [
  listSalesOrderSharesQuery,
  createSalesOrderShareCommand(siteUrl),
  listPurchaseOrderSharesQuery,
  createPurchaseOrderShareCommand(siteUrl),
  revokeShareCommand,
  listSalesOrderQuestionsQuery,
  markQuestionAnsweredCommand,
  listSupplierResponsesQuery,
  decideSupplierResponseCommand,
]
