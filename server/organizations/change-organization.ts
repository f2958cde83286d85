import { changeOrganization } from '../../contract/organizations.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { currentOrganization } from './queries.ts'

/**
 * Sets whether members need a second factor. Refuses second_factor_required to an owner who would lock themselves out.
 */
export const changeOrganizationCommand = implement(
  changeOrganization,
  async (tx, actor, { second_factor_required }) => {
    const { proven } = await tx.one(sql<{ proven: boolean }>`
    select aal = 'aal2' as proven from auth.sessions where id = ${actor.session_id}`)
    if (second_factor_required && !proven)
      refuse('second_factor_required', undefined, 'Set up a second factor for your own account first.')
    await tx.run(sql`
    update organizations set second_factor_required = ${second_factor_required}
    where org_id = ${actor.org_id} and second_factor_required <> ${second_factor_required}`)
    return currentOrganization(tx, actor)
  },
)
