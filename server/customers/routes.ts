import { listCustomersQuery, readCustomerQuery } from './queries.ts'
import { updateCustomerCommand } from './update-customer.ts'

export const customerRoutes = [listCustomersQuery, readCustomerQuery, updateCustomerCommand]
