import { addPaymentCommand } from './add-payment.ts'
import { changeSalesOrderStatusCommand } from './change-status.ts'
import { createSalesOrderCommand } from './create-sales-order.ts'
import { listSalesOrdersQuery } from './list.ts'
import { printSalesOrderQuery } from './papers.ts'
import { readSalesOrderQuery } from './queries.ts'
import { updateSalesOrderCommand } from './update-sales-order.ts'

export const salesOrderRoutes = [
  listSalesOrdersQuery,
  readSalesOrderQuery,
  printSalesOrderQuery,
  createSalesOrderCommand,
  updateSalesOrderCommand,
  changeSalesOrderStatusCommand,
  addPaymentCommand,
]
