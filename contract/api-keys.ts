import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, requiredList, requiredText } from './fields.ts'
import { memberLocations } from './member-locations.ts'
import { keyPermissions } from './permissions.ts'

/** Gives a program access to `/api/v1`. The key itself is shown once, when it is created. */
export const apiKey = z.object({
  id,
  name: z.string(),
  permissions: z.array(z.enum(keyPermissions)),
  /** Its current permissions: those granted, as far as the member who created it still has them. */
  effective_permissions: z.array(z.enum(keyPermissions)),
  /** The locations it is limited to; null for all of its creator's. */
  location_ids: z.array(id).nullable(),
  /** The member who created it. */
  user_id: id,
  made_by: z.string(),
  created_at: z.string(),
  /** To the minute; null for a key that was never used. */
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.output<typeof apiKey>

export const listApiKeys = query({
  name: 'list_api_keys',
  summary:
    'Lists the organization’s API keys, newest first, with their current permissions and when each was last used',
  path: '/api-keys',
  permission: 'api_keys.write',
  input: z.strictObject({}),
  output: z.object({ items: z.array(apiKey) }),
})

export const createApiKey = command({
  name: 'create_api_key',
  summary:
    'Creates an API key, which is sent as a bearer token and works for this organization only. It has the given permissions and locations, and never more than the caller. The key is shown once',
  method: 'POST',
  path: '/api-keys',
  permission: 'api_keys.write',
  input: z.strictObject({
    name: requiredText('Name is required', 100),
    permissions: requiredList(z.enum(keyPermissions, 'Choose a permission'), 'Choose at least one permission').max(
      keyPermissions.length,
      'Choose each permission once',
    ),
    location_ids: memberLocations.nullish(),
  }),
  /** `key` is null in the response to a repeated request. */
  output: apiKey.extend({ key: z.string().nullable() }),
  status: 201,
  shownOnce: ['key'],
  changes: ['api-keys'],
})

export const revokeApiKey = command({
  name: 'revoke_api_key',
  summary: 'Revokes an API key. Its next request is rejected',
  method: 'DELETE',
  path: '/api-keys/:id',
  permission: 'api_keys.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['api-keys'],
})
