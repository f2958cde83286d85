import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './fields.ts'

/** Records with a screen, and therefore an address that people share. */
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
    'Returns which of the signed-in person’s other organizations a record belongs to, or null when they can’t see it or it doesn’t exist',
  path: '/record-organization',
  permission: 'account.read',
  input: z.strictObject({ record: z.enum(recordKinds), record_id: id }),
  output: z.object({ organization: z.object({ org_id: id, name: z.string() }).nullable() }),
})
