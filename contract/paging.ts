import { z } from 'zod'
import { storableText } from './fields.ts'
import { limits } from './limits.ts'

/** The input of every list: the page size, and where the last page ended. Spread into a query's input. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  cursor: storableText(2_000).optional(),
}

/** The output of every list. `next` goes into `cursor` for the following page; null on the last one. */
export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })
