import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './fields.ts'

/** Records that have a screen, and so an address that people send each other. */
export const recordKinds = [
  'product',
  'category',
  'supplier',
  'purchase_order',
  'receipt',
  'sales_order',
  'sales_return',
  'posting',
] as const
export type RecordKind = (typeof recordKinds)[number]

export const findRecordOrganization = query({
  name: 'find_record_organization',
  summary:
    'Which other organisation of the signed-in person a record belongs to; null when it is in none where they may read it, as for one that never existed',
  path: '/record-organization',
  permission: 'account.read',
  input: z.strictObject({ record: z.enum(recordKinds), record_id: id }),
  output: z.object({ organization: z.object({ org_id: id, name: z.string() }).nullable() }),
})
