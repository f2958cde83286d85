import type { Tx } from '../../platform/db.ts'
import { refuseIdentity } from '../refusals.ts'
import { findUser, type User } from '../users.ts'
import { requireUuid } from './inputs.ts'

/**
 * The user of an admin route's address, deleted ones included. Refuses validation_failed and user_not_found, both with
 * 404.
 */
export async function findAnyUser(tx: Tx, id: string): Promise<User> {
  const user = await findUser(tx, requireUuid('user_id', id))
  return user ?? refuseIdentity('user_not_found', 'User not found', { status: 404 })
}
