import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, storableText } from './fields.ts'
import { limits } from './limits.ts'

export const exportAccount = query({
  name: 'export_account',
  summary:
    'Returns all data about the caller’s own account as a JSON file: profile, memberships, preferences, sessions, sign-in methods and emails',
  path: '/account/export',
  permission: 'account.read',
  ofAccount: true,
  input: z.strictObject({}),
  output: z.any(),
  downloads: ['json'],
})

export const deleteAccount = command({
  name: 'delete_account',
  summary:
    'Permanently deletes the caller’s account. What they entered stays with their organizations. An organization they were the only member of is removed after 30 days',
  method: 'DELETE',
  path: '/account',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({
    /** The caller's own address, typed to confirm. */
    email: storableText(320, { missing: 'Enter your email address', wrong: 'Enter your email address' }).refine(
      (value) => value !== '',
      'Enter your email address',
    ),
    /** Required if the account has one; otherwise the session must be less than an hour old. */
    password: storableText(limits.shortTextCharacters).optional(),
  }),
  output: z.object({ deleted: z.literal(true) }),
  changes: ['members'],
})

const session = z.object({
  id,
  /** As the browser or program named itself at sign-in; may be empty. */
  user_agent: z.string(),
  created_at: moment,
  /** When it last requested a new access token: about once an hour while it is used. */
  refreshed_at: moment,
  /** The session of this request. */
  is_current: z.boolean(),
})
export type AccountSession = z.output<typeof session>

export const listSessions = query({
  name: 'list_sessions',
  summary: 'Lists the caller’s sessions: the current one first, then by last use',
  path: '/account/sessions',
  permission: 'account.read',
  ofAccount: true,
  input: z.strictObject({}),
  output: z.object({ items: z.array(session) }),
})

export const endSession = command({
  name: 'end_session',
  summary: 'Ends one of the caller’s sessions. Its next request is rejected',
  method: 'DELETE',
  path: '/account/sessions/:session_id',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({ session_id: id }),
  output: z.object({ id }),
  changes: [],
})
