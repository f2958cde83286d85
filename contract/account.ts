import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, storableText } from './fields.ts'
import { limits } from './limits.ts'

export const exportAccount = query({
  name: 'export_account',
  summary:
    'Everything that is kept about the caller’s own account, as a JSON file: profile, memberships and choices, sessions, ways to sign in, mails',
  path: '/account/export',
  permission: 'account.read',
  ofAccount: true,
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
  ofAccount: true,
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

const session = z.object({
  id,
  /** As the browser or the program named itself when it signed in; may be empty. */
  user_agent: z.string(),
  created_at: moment,
  /** When it last asked for a new access token: about once an hour while it is used. */
  refreshed_at: moment,
  /** The one that asks. */
  is_current: z.boolean(),
})
export type AccountSession = z.output<typeof session>

export const listSessions = query({
  name: 'list_sessions',
  summary: 'Where the caller is signed in: this session first, then those used last',
  path: '/account/sessions',
  permission: 'account.read',
  ofAccount: true,
  input: z.strictObject({}),
  output: z.object({ items: z.array(session) }),
})

export const endSession = command({
  name: 'end_session',
  summary: 'Signs the caller out of one of their sessions; its next request is refused',
  method: 'DELETE',
  path: '/account/sessions/:session_id',
  permission: 'account.write',
  ofAccount: true,
  input: z.strictObject({ session_id: id }),
  output: z.object({ id }),
  changes: [],
})
