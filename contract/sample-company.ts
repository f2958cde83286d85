import { z } from 'zod'
import { command } from './endpoint.ts'

export const createSampleCompany = command({
  name: 'create_sample_company',
  summary:
    'Fills an organisation without products with a small bicycle workshop: goods, places, suppliers, some weeks of movements and open orders',
  method: 'POST',
  path: '/sample-company',
  permission: 'imports.write',
  input: z.strictObject({}),
  output: z.object({
    products: z.number(),
    categories: z.number(),
    locations: z.number(),
    suppliers: z.number(),
    transactions: z.number(),
  }),
  status: 201,
  changes: [
    ...(['products', 'categories', 'locations', 'suppliers', 'stock', 'transfers'] as const),
    ...(['purchase-orders', 'receipts', 'customers', 'sales-orders', 'shipments'] as const),
  ],
  statementTimeoutMs: 30_000,
})
