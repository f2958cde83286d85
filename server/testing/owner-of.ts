import type { Actor } from '../platform/endpoint.ts'
import type { Client } from './app.ts'

/** The owner of an organization as a command or query gets them, for tests that run one in their own transaction. */
export function ownerOf({ org_id, user_id, email }: Pick<Client, 'org_id' | 'user_id' | 'email'>): Actor {
  return { org_id, user_id, email, role: 'owner', location_ids: null, session_id: user_id, request_id: 'test' }
}
