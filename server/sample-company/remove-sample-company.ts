import { removeSampleCompany } from '../../contract/sample-company.ts'
import { leaveFilesToRemove } from '../files/remove-organization-files.ts'
import { inOrganization } from '../organizations/in-organization.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { sampleCompanyOf } from './sample-company-of.ts'

/**
 * Removes the caller's sample company with all its rows, and its pictures after the commit. Refuses, in this order:
 * not_found (the caller has none), invalid_input (sent for the sample company itself: its response would be stored in
 * the removed organization).
 */
export const removeSampleCompanyCommand = implement(removeSampleCompany, async (tx, actor) => {
  const org_id = (await sampleCompanyOf(tx, actor)) ?? refuse('not_found')
  if (org_id === actor.org_id)
    refuseFields({ 'Onhand-Organization': 'To remove a sample company, send the request for another company' })
  await inOrganization(tx, actor, { org_id, role: 'owner' }, () =>
    tx.run(sql`select app.remove_sample_company(${org_id})`),
  )
  await leaveFilesToRemove(tx, actor, org_id)
  return { org_id }
})
