import { type Me, readMe, type Membership } from '../../contract/me.ts'
import { implement } from '../platform/endpoint.ts'
import type { Mailer } from '../platform/mail.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

export const readMeQuery = (mailer: Mailer | null) =>
  implement(readMe, async (tx, actor) => {
    const [profile, organizations] = await Promise.all([
      tx.one(sql<Pick<Me, 'email' | 'username' | 'time_zone' | 'currency' | 'needs_second_factor' | 'products_view'>>`
      select p.email, p.username, o.time_zone, o.currency, p.products_view, app.lacks_second_factor(${actor.session_id}, ${actor.org_id}) as needs_second_factor
      from profiles p join organizations o using (org_id) where p.org_id = ${actor.org_id} and p.user_id = ${actor.user_id}`),
      tx.all(sql<Membership>`select org_id, name, role, is_sample from app.memberships(${actor.user_id})`),
    ])
    const organization = organizations.find(({ org_id }) => org_id === actor.org_id) ?? refuse('not_found')
    return {
      user_id: actor.user_id,
      ...profile,
      organization,
      organizations,
      location_ids: actor.location_ids && [...actor.location_ids],
      can_mail: mailer !== null,
    }
  })
