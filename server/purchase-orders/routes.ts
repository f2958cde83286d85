import type { Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { cancelPurchaseOrderCommand } from './cancel-purchase-order.ts'
import { createPurchaseOrderCommand } from './create-purchase-order.ts'
import { listPurchaseOrdersQuery } from './list.ts'
import { mailPurchaseOrderCommand } from './mail-purchase-order.ts'
import { payPurchaseOrderCommand } from './pay-purchase-order.ts'
import { printPurchaseOrderQuery, printPurchaseOrdersQuery } from './print-order.ts'
import { readPurchaseOrderQuery } from './queries.ts'
import { reopenPurchaseOrderCommand } from './reopen-purchase-order.ts'
import { recordPurchaseRefundCommand } from './record-refund.ts'
import { reversePurchasePaymentCommand } from './reverse-payment.ts'
import { submitPurchaseOrderCommand } from './submit-purchase-order.ts'
import {
  checkPurchaseOrderSubmissionsQuery,
  reopenPurchaseOrdersCommand,
  submitPurchaseOrdersCommand,
} from './submit-purchase-orders.ts'
import { updatePurchaseOrderCommand } from './update-purchase-order.ts'

export const purchaseOrderRoutes = (mailer: Mailer | null): readonly Implementation[] => [
  listPurchaseOrdersQuery,
  readPurchaseOrderQuery,
  printPurchaseOrderQuery,
  printPurchaseOrdersQuery,
  createPurchaseOrderCommand,
  updatePurchaseOrderCommand,
  payPurchaseOrderCommand,
  recordPurchaseRefundCommand,
  reversePurchasePaymentCommand,
  submitPurchaseOrderCommand,
  checkPurchaseOrderSubmissionsQuery,
  submitPurchaseOrdersCommand,
  reopenPurchaseOrderCommand,
  reopenPurchaseOrdersCommand,
  cancelPurchaseOrderCommand,
  mailPurchaseOrderCommand(mailer),
]
