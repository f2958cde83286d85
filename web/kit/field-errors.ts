import type { z } from 'zod'

/** The sentence to put beside a field for one issue of a schema; the schema's own sentences stay as they are. */
function sentence(issue: z.core.$ZodIssue): string {
  // A sentence the contract chose (the spec's own) wins over the general ones below, which only replace zod's.
  if (!issue.message.startsWith('Invalid ')) return issue.message
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'number' || issue.expected === 'int') return 'Please enter a number'
    if (issue.expected === 'string') return 'This field is required'
  }
  if (issue.code === 'invalid_value') return 'Please choose one'
  if (issue.code === 'invalid_format' && issue.format === 'uuid') return 'Please choose one'
  return issue.message
}

/** What is wrong with an input, by dotted path (`lines.0.quantity`): the first issue of each path, and nothing when all is well. */
export function fieldErrors(schema: z.ZodType, input: unknown): Record<string, string> {
  const result = schema.safeParse(input)
  const errors: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= sentence(issue)
  return errors
}

/** Splits a refusal's fields into those the form shows and the sentences that have no field to stand beside. */
export function placed(
  fields: Record<string, string>,
  shown: (path: string) => boolean,
): { beside: Record<string, string>; loose: string[] } {
  const beside = Object.fromEntries(Object.entries(fields).filter(([path]) => shown(path)))
  const loose = Object.entries(fields)
    .filter(([path]) => !shown(path))
    .map(([, text]) => text)
  return { beside, loose }
}
