import { z } from 'zod'
import { id, storableText } from './fields.ts'
import { trimmed } from './trimmed.ts'

/** Several ids in an address, separated by commas; one that is repeated counts once. `tooMany` if there are more. */
export const severalIds = (most: number, tooMany: string) =>
  storableText(most * 40, { wrong: tooMany, missing: 'Choose at least one' })
    .transform((text) => [...new Set(text.split(',').map((one) => trimmed(one)))].filter(Boolean))
    .pipe(z.array(id).min(1, 'Choose at least one').max(most, tooMany))
