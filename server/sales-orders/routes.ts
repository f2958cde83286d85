import { addPaymentCommand } from './add-payment.ts'
import { changeSalesOrderStatusCommand } from './change-status.ts'
import { createSalesOrderCommand } from './create-sales-order.ts'
import type { Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { listSalesOrdersQuery } from './list.ts'
import { mailSalesOrderCommand } from './mail-sales-order.ts'
import { printSalesOrderQuery, printSalesOrdersQuery } from './printed-documents.ts'
import { recordRefundCommand } from './record-refund.ts'
import { reversePaymentCommand } from './reverse-payment.ts'
import { readSalesOrderQuery } from './queries.ts'
import type { ApplyStatus } from './status-effect.ts'
import { updateSalesOrderCommand } from './update-sales-order.ts'

export const salesOrderRoutes = (mailer: Mailer | null, applyStatus: ApplyStatus): readonly Implementation[] => [
  listSalesOrdersQuery,
  readSalesOrderQuery,
  printSalesOrderQuery,
  printSalesOrdersQuery,
  createSalesOrderCommand(applyStatus),
  updateSalesOrderCommand,
  changeSalesOrderStatusCommand(applyStatus),
  addPaymentCommand,
  recordRefundCommand,
  reversePaymentCommand,
  mailSalesOrderCommand(mailer),
]
