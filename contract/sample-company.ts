import { z } from 'zod'
import { command } from './endpoint.ts'
import { id } from './fields.ts'
import { limits } from './limits.ts'

/** The sample company: a fictional bicycle shop in a separate organization. */
export const sampleCompanyName = 'Cedar Street Cycles'

/** What it contains. The server creates exactly this, so it can be shown before. */
export const sampleCompanyContents = {
  products: 40,
  locations: 3,
  orders: 27,
  shipments: 11,
  deliveries: 14,
  weeks: 6,
} as const

export const createSampleCompany = command({
  name: 'create_sample_company',
  summary:
    'Creates a sample company, an organization owned by the caller with products, locations, and six weeks of orders, deliveries and stock movements. Each person can have one',
  method: 'POST',
  path: '/sample-company',
  permission: 'account.write',
  input: z.strictObject({}),
  output: z.object({ org_id: id, name: z.string() }),
  status: 201,
  changes: ['members'],
  statementTimeoutMs: 30_000,
})

export const removeSampleCompany = command({
  name: 'remove_sample_company',
  summary:
    'Permanently removes the caller’s sample company and all its data. Send this request for another organization',
  method: 'DELETE',
  path: '/sample-company',
  permission: 'account.write',
  input: z.strictObject({}),
  output: z.object({ org_id: id }),
  changes: ['members'],
  // One statement, and people may have imported a catalog into it.
  statementTimeoutMs: limits.importSeconds * 1_000,
})
