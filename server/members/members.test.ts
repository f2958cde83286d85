import { expect, test } from 'vitest'
import { createCategory, listCategories } from '../../contract/categories.ts'
import { acceptInvitation, createInvitation } from '../../contract/invitations.ts'
import { readMe, renameMe } from '../../contract/me.ts'
import {
  changeMemberRole,
  handOverOwnership,
  leaveOrganization,
  limitMember,
  listMembers,
  removeMember,
} from '../../contract/members.ts'
import { listLocations } from '../../contract/locations.ts'
import { roles, type Role } from '../../contract/permissions.ts'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'

const app = await sharedApp()

const rolesOf = async (who: Client) =>
  Object.fromEntries((await who.call(listMembers, {})).items.map(({ user_id, role }) => [user_id, role]))

test('the list names every member with their role, owners first; second factors are shown only to those who can change members', async () => {
  const owner = await app.signUp('zoe@people.example')
  const [viewer, admin] = [await colleague(app, owner, 'viewer'), await colleague(app, owner, 'admin')]
  // Before the viewer's own factor locks this session out.
  const plain = await viewer.call(listMembers, {})
  expect(plain.items.map(({ has_second_factor }) => has_second_factor)).toEqual([null, null, null])
  await app.admin.query(
    `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`,
    [viewer.user_id],
  )
  const seen = await admin.call(listMembers, {})
  expect(seen.items.map(({ user_id, role, has_second_factor }) => [user_id, role, has_second_factor])).toEqual([
    [owner.user_id, 'owner', false],
    [admin.user_id, 'admin', false],
    [viewer.user_id, 'viewer', true],
  ])
  expect(seen.items[0]).toMatchObject({ email: 'zoe@people.example', username: 'zoe' })
})

test('a person has one name in all their organizations, including ones they join later', async () => {
  const [owner, other] = [await app.signUp('ann@names.example'), await app.signUp('bob@names.example')]
  await joinAs(owner, other, 'viewer')
  expect(await owner.call(renameMe, { username: ' Ann Field ' })).toEqual({ username: 'Ann Field' })
  expect(await owner.refused(renameMe, { username: ' ' })).toMatchObject({ fields: { username: 'Enter your name' } })
  const named = async (who: Client) => (await who.call(listMembers, {})).items.map(({ username }) => username)
  expect(await named(owner)).toEqual(['Ann Field'])
  expect(await named(other)).toEqual(['bob', 'Ann Field'])
  expect(await owner.call(readMe, {})).toMatchObject({ username: 'Ann Field' })
  const third = await app.signUp('cleo@names.example')
  await joinAs(owner, third, 'staff')
  expect(await named(third)).toEqual(['cleo', 'Ann Field'])
  const { org_id } = await owner.call(createSampleCompany, {})
  expect(await named(owner.in(org_id))).toEqual(['Ann Field'])
})

/** Invites a person with an account, and accepts for them. */
async function joinAs(who: Client, into: Client, role: Role): Promise<void> {
  const { link } = await into.call(createInvitation, { role })
  await who.call(acceptInvitation, { secret: link?.split('#')[1] ?? '' })
}

test('a lowered role takes effect with the next request, with the same token', async () => {
  const owner = await app.signUp()
  const staff = await colleague(app, owner, 'staff')
  await staff.call(createCategory, { name: 'Before', color: '#112233' })
  expect(await owner.call(changeMemberRole, { user_id: staff.user_id, role: 'viewer' })).toMatchObject({
    role: 'viewer',
  })
  expect(await staff.refused(createCategory, { name: 'After', color: '#112233' })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect((await staff.call(listCategories, {})).items).toHaveLength(1)
})

test('a removed member is refused at the next request; what they entered stays, and they can be invited again', async () => {
  const owner = await app.signUp()
  const staff = await colleague(app, owner, 'staff')
  const { id } = await staff.call(createCategory, { name: 'Theirs', color: '#112233' })
  expect(await owner.call(removeMember, { user_id: staff.user_id })).toEqual({ user_id: staff.user_id })
  expect(await staff.refused(listCategories, {})).toMatchObject({ status: 404, code: 'not_found' })
  expect((await owner.call(listCategories, {})).items).toMatchObject([{ id, user_id: staff.user_id }])
  expect(await owner.refused(removeMember, { user_id: staff.user_id })).toMatchObject({ status: 404 })
})

test('no one gives a role above their own, or changes or removes a member with a higher one', async () => {
  const owner = await app.signUp()
  const admin = await colleague(app, owner, 'admin')
  const staff = await colleague(app, owner, 'staff')
  const tooHigh = { status: 403, code: 'role_too_high' }
  expect(await admin.refused(changeMemberRole, { user_id: staff.user_id, role: 'owner' })).toMatchObject(tooHigh)
  expect(await admin.refused(changeMemberRole, { user_id: admin.user_id, role: 'owner' })).toMatchObject(tooHigh)
  expect(await admin.refused(changeMemberRole, { user_id: owner.user_id, role: 'viewer' })).toMatchObject(tooHigh)
  expect(await admin.refused(removeMember, { user_id: owner.user_id })).toMatchObject(tooHigh)
  expect(await admin.call(changeMemberRole, { user_id: staff.user_id, role: 'admin' })).toMatchObject({ role: 'admin' })
  expect(await rolesOf(owner)).toEqual({
    [owner.user_id]: 'owner',
    [admin.user_id]: 'admin',
    [staff.user_id]: 'admin',
  })
})

test('a limited member who becomes an admin or owner has all locations', async () => {
  const owner = await app.signUp()
  const [one, two] = [await colleague(app, owner, 'staff'), await colleague(app, owner, 'staff')]
  await app.admin.query(`update members set location_ids = '{}' where org_id = $1 and role = 'staff'`, [owner.org_id])
  await owner.call(changeMemberRole, { user_id: one.user_id, role: 'viewer' })
  const limits = async () => {
    const { rows } = await app.admin.query<{ role: string; location_ids: string[] | null }>(
      `select role, location_ids from members where org_id = $1 and user_id = any ($2) order by role`,
      [owner.org_id, [one.user_id, two.user_id]],
    )
    return rows
  }
  expect(await limits()).toEqual([
    { role: 'staff', location_ids: [] },
    { role: 'viewer', location_ids: [] },
  ])
  await owner.call(changeMemberRole, { user_id: one.user_id, role: 'admin' })
  await owner.call(handOverOwnership, { user_id: two.user_id })
  expect(await limits()).toEqual([
    { role: 'admin', location_ids: null },
    { role: 'owner', location_ids: null },
  ])
})

test('a limited member can leave like any other', async () => {
  const owner = await app.signUp()
  const member = await colleague(app, owner, 'staff')
  await app.admin.query(`update members set location_ids = '{}' where user_id = $1 and role = 'staff'`, [
    member.user_id,
  ])
  expect(await member.call(leaveOrganization, {})).toMatchObject({ org_id: owner.org_id })
  expect(await rolesOf(owner)).toEqual({ [owner.user_id]: 'owner' })
})

test("staff and viewers can't change members", async () => {
  const owner = await app.signUp()
  for (const role of ['staff', 'viewer'] as const) {
    const member = await colleague(app, owner, role)
    for (const refusal of [
      await member.refused(changeMemberRole, { user_id: member.user_id, role: 'admin' }),
      await member.refused(removeMember, { user_id: owner.user_id }),
      await member.refused(handOverOwnership, { user_id: member.user_id }),
    ])
      expect([role, refusal]).toMatchObject([role, { status: 403, code: 'forbidden' }])
  }
})

test("the last owner can't leave, be demoted or be removed; with another owner each is possible", async () => {
  const owner = await app.signUp()
  const last = { status: 409, code: 'last_owner' }
  expect(await owner.refused(leaveOrganization, {})).toMatchObject(last)
  const other = await colleague(app, owner, 'admin')
  expect(await owner.refused(changeMemberRole, { user_id: owner.user_id, role: 'admin' })).toMatchObject(last)
  expect(await owner.refused(removeMember, { user_id: owner.user_id })).toMatchObject(last)
  expect(await owner.refused(leaveOrganization, {})).toMatchObject(last)
  await owner.call(changeMemberRole, { user_id: other.user_id, role: 'owner' })
  expect(await other.call(changeMemberRole, { user_id: owner.user_id, role: 'staff' })).toMatchObject({ role: 'staff' })
  expect(await other.refused(leaveOrganization, {})).toMatchObject(last)
})

test('when two owners demote or remove each other at once, one of them stays', async () => {
  const attempts = {
    demote: (who: Client, other: Client) => who.call(changeMemberRole, { user_id: other.user_id, role: 'viewer' }),
    remove: (who: Client, other: Client) => who.call(removeMember, { user_id: other.user_id }),
    leave: (who: Client) => who.call(leaveOrganization, {}),
  }
  for (const [name, attempt] of Object.entries(attempts))
    for (let round = 0; round < 5; round++) {
      const one = await app.signUp()
      const other = await colleague(app, one, 'owner')
      const outcomes = await Promise.allSettled([attempt(one, other), attempt(other, one)])
      expect([name, outcomes.map(({ status }) => status).toSorted()]).toEqual([name, ['fulfilled', 'rejected']])
      const { rows } = await app.admin.query(
        `select count(*)::int as owners from members where org_id = $1 and role = 'owner'`,
        [one.org_id],
      )
      expect([name, rows]).toEqual([name, [{ owners: 1 }]])
    }
})

test('ownership is handed over in one step: the other member becomes an owner, the caller an admin', async () => {
  const owner = await app.signUp()
  const heir = await colleague(app, owner, 'viewer')
  expect(await owner.refused(handOverOwnership, { user_id: owner.user_id })).toMatchObject({ status: 422 })
  expect(await owner.refused(handOverOwnership, { user_id: newId() })).toMatchObject({ status: 404 })
  expect(await owner.call(handOverOwnership, { user_id: heir.user_id })).toMatchObject({ role: 'owner' })
  expect(await rolesOf(owner)).toEqual({ [heir.user_id]: 'owner', [owner.user_id]: 'admin' })
  expect(await owner.refused(handOverOwnership, { user_id: heir.user_id })).toMatchObject({ status: 403 })
})

test('a person who leaves their first organization continues in another of theirs, or in a new one', async () => {
  const [founder, host] = [await app.signUp(), await app.signUp()]
  const heir = await colleague(app, founder, 'owner')
  const left = await founder.call(leaveOrganization, {})
  expect(left).toEqual({ org_id: founder.org_id, home_org_id: expect.any(String) })
  expect(left.home_org_id).not.toBe(founder.org_id)
  const home = founder.in(left.home_org_id)
  expect(await home.call(readMe, {})).toMatchObject({
    organization: { org_id: left.home_org_id, role: 'owner' },
    organizations: [{ org_id: left.home_org_id }],
  })
  // An earlier token names the organization that was left: a request that names none uses the new one.
  expect((await founder.call(readMe, {})).organization.org_id).toBe(left.home_org_id)
  expect(await founder.refused(readMe, {}, { org_id: founder.org_id })).toMatchObject({ status: 404 })
  // The heir's own organization is another one, and stays.
  const visited = await colleague(app, host, 'staff')
  expect((await visited.call(leaveOrganization, {})).home_org_id).not.toBe(host.org_id)
  expect(await rolesOf(heir)).toEqual({ [heir.user_id]: 'owner' })
})

test('roles have the same order in the contract and in the database', async () => {
  const { rows } = await app.admin.query<{ role: Role }>(
    'select role from unnest($1::text[]) as role order by app.role_rank(role) desc',
    [roles.toReversed()],
  )
  expect(rows.map(({ role }) => role)).toEqual(roles)
})

test('members, owners and organizations of others look like unknown ones', async () => {
  const [owner, stranger] = [await app.signUp(), await app.signUp()]
  const member = await colleague(app, owner, 'staff')
  for (const endpoint of [removeMember, handOverOwnership, changeMemberRole]) {
    const role = endpoint === changeMemberRole ? { role: 'viewer' } : {}
    const [foreign, unknown] = [
      await stranger.refused(endpoint, { user_id: member.user_id, ...role }),
      await stranger.refused(endpoint, { user_id: newId(), ...role }),
    ]
    expect(foreign.status).toBe(404)
    expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' })
  }
  expect(await rolesOf(owner)).toEqual({ [owner.user_id]: 'owner', [member.user_id]: 'staff' })
})

test('giving a role back restores its location limit', async () => {
  const owner = await app.signUp()
  const member = await colleague(app, owner, 'staff')
  const { user_id } = member
  const [shelf] = (await owner.call(listLocations, {})).items
  const location_ids = [shelf?.id ?? '']
  await owner.call(limitMember, { user_id, location_ids })
  expect(await owner.call(changeMemberRole, { user_id, role: 'admin' })).toMatchObject({ location_ids: null })
  expect(await owner.call(changeMemberRole, { user_id, role: 'staff', location_ids })).toMatchObject({
    role: 'staff',
    location_ids,
  })
  expect(await member.call(readMe, {})).toMatchObject({ location_ids })
  expect(await owner.refused(changeMemberRole, { user_id, role: 'admin', location_ids })).toMatchObject({ status: 422 })
  const unknown = [newId()]
  expect(await owner.refused(changeMemberRole, { user_id, role: 'viewer', location_ids: unknown })).toMatchObject({
    code: 'not_found',
  })
})
