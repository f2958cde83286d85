import { addPaymentCommand } from './add-payment.ts'
import { changeSalesOrderStatusCommand } from './change-status.ts'
import { createSalesOrderCommand } from './create-sales-order.ts'
import type { Implementation } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { listSalesOrdersQuery } from './list.ts'
import { mailSalesOrderCommand } from './mail-sales-order.ts'
import { printSalesOrderQuery } from './papers.ts'
import { reversePaymentCommand } from './reverse-payment.ts'
import { readSalesOrderQuery } from './queries.ts'
import { updateSalesOrderCommand } from './update-sales-order.ts'

export const salesOrderRoutes = (mailer: Mailer | null): readonly Implementation[] => [
  listSalesOrdersQuery,
  readSalesOrderQuery,
  printSalesOrderQuery,
  createSalesOrderCommand,
  updateSalesOrderCommand,
  changeSalesOrderStatusCommand,
  addPaymentCommand,
  reversePaymentCommand,
  mailSalesOrderCommand(mailer),
]
