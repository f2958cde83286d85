import type pg from 'pg'
import { newId } from '../../server/platform/ids.ts'
import type { Tx } from '../../server/platform/db.ts'
import { keepLocationSets } from '../location-sets.ts'

/** Adds a member for each of these lists of locations, and the sums that the server keeps for them. */
export async function limitMembers(
  admin: pg.Client | pg.Pool,
  tx: Tx,
  org_id: string,
  sets: readonly (readonly string[])[],
): Promise<void> {
  for (const location_ids of sets) {
    const id = newId()
    await admin.query('insert into auth.users (id, email, own_org_id) values ($1, $2, $3)', [
      id,
      `${id}@x.test`,
      org_id,
    ])
    await admin.query(
      `insert into members (org_id, user_id, role, location_ids) values ($1, $2, 'staff', $3::uuid[])`,
      [org_id, id, location_ids],
    )
  }
  await keepAllLocationSets(tx, org_id, 0)
}

/** Keeps the sums of an organization's location sets, complete. */
export async function keepAllLocationSets(tx: Tx, org_id: string, products: number): Promise<void> {
  while (await keepLocationSets(tx, org_id, products));
}
