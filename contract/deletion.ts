import { z } from 'zod'
import { documentLink } from './transactions.ts'

/**
 * Whether a record can be deleted now. `refusal` is null, or what deleting it would return, including numbers;
 * `documents` are open documents that prevent it, oldest first, at most `limits.documentsInTheWay`. Nothing is locked:
 * deleting checks again.
 */
export const deletion = z.object({
  refusal: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
    .nullable(),
  documents: z.array(documentLink),
})
export type Deletion = z.output<typeof deletion>
