import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { storableText } from './fields.ts'
import { limits } from './limits.ts'

export const exportAccount = query({
  name: 'export_account',
  summary:
    'Everything that is kept about the caller’s own account, as a JSON file: profile, memberships, sessions, second factors, linked accounts',
  path: '/account/export',
  permission: 'account.read',
  input: z.strictObject({}),
  output: z.any(),
  answers: 'file',
})

export const deleteAccount = command({
  name: 'delete_account',
  summary:
    'Deletes the caller’s account for good. What they entered stays with their organisations; one in which they were the only member is removed 30 days later',
  method: 'DELETE',
  path: '/account',
  permission: 'account.write',
  input: z.strictObject({
    /** The caller's own address, typed to confirm. */
    email: storableText(320, { missing: 'Enter your email address', wrong: 'Enter your email address' }).refine(
      (value) => value !== '',
      'Enter your email address',
    ),
    /** Needed where the account has one; otherwise the session must be of the last hour. */
    password: storableText(limits.shortTextCharacters).optional(),
  }),
  output: z.object({ deleted: z.literal(true) }),
  changes: ['members'],
})
