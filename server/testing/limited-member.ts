import type { Role } from '../../contract/permissions.ts'
import type { Client, TestApp } from './app.ts'

/** A colleague in someone's organization who sees and works with these locations only; null: with all of them. */
export async function limitedMember(
  app: TestApp,
  { org_id }: Pick<Client, 'org_id'>,
  location_ids: readonly string[] | null,
  role: Role = 'staff',
): Promise<Client> {
  const person = await app.signUp()
  await app.admin.query('insert into members (org_id, user_id, role, location_ids) values ($1, $2, $3, $4)', [
    org_id,
    person.user_id,
    role,
    location_ids,
  ])
  await app.admin.query(`insert into profiles (org_id, user_id, email, username) values ($1, $2, $3, 'Limited')`, [
    org_id,
    person.user_id,
    person.email,
  ])
  await app.admin.query('insert into member_settings (org_id, user_id) values ($1, $2)', [org_id, person.user_id])
  return person.in(org_id)
}

/** Gives a member other locations. */
export async function changeLocations(
  app: TestApp,
  { org_id, user_id }: Pick<Client, 'org_id' | 'user_id'>,
  location_ids: readonly string[] | null,
): Promise<void> {
  await app.admin.query('update members set location_ids = $3 where org_id = $1 and user_id = $2', [
    org_id,
    user_id,
    location_ids,
  ])
}
