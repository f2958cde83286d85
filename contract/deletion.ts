import { z } from 'zod'
import { documentLink } from './transactions.ts'

/**
 * Whether a record may be deleted now. `refusal` is null, or what deleting it would be refused with, numbers and all;
 * `documents` are open documents that keep it, those that wait longest first, at most `limits.documentsInTheWay`.
 * Nothing is locked: deleting looks again.
 */
export const deletion = z.object({
  refusal: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
    .nullable(),
  documents: z.array(documentLink),
})
export type Deletion = z.output<typeof deletion>
