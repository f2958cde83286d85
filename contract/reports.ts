import { z } from 'zod'
import { id } from './fields.ts'

/** The reports, in display order. */
export const reports = ['inventory', 'transactions', 'valuation'] as const
export type Report = (typeof reports)[number]

/** The download formats of a report. */
export const fileFormats = ['csv', 'xlsx'] as const
export const fileFormat = z.enum(fileFormats)

/** A file as a response: its name, type and bytes; and the description of the export in the audit trail. */
export const exportedFile = z.object({
  file_name: z.string(),
  content_type: z.string(),
  body: z.unknown(),
  recorded_as: z.unknown().optional(),
})

/**
 * A report's totals for one category; `id` is null for products without one, and for all smaller categories together.
 */
export const categoryPart = z.object({ id: id.nullable(), name: z.string(), color: z.string(), products: z.number() })
