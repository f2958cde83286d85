import { type Membership, renameMe } from '../../contract/me.ts'
import { inOrganization } from '../organizations/in-organization.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/**
 * Changes the caller's name in all of their organizations: a person has one name, and each organization its own copy.
 */
export const renameMeCommand = implement(renameMe, async (tx, actor, { username }) => {
  const memberships = await tx.all(sql<Membership>`
    select org_id, name, role, is_sample from app.memberships(${actor.user_id})`)
  // One after the other: each is done in its own organization.
  for (const membership of memberships) {
    await inOrganization(tx, actor, membership, ({ org_id, user_id }) =>
      tx.run(sql`update profiles set username = ${username} where org_id = ${org_id} and user_id = ${user_id}`),
    )
  }
  return { username }
})
