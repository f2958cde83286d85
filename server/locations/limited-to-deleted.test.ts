import { expect, test } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from '../../contract/api-keys.ts'
import { createLocation, deleteLocation, readLocationDeletion } from '../../contract/locations.ts'
import { limitMember, listMembers } from '../../contract/members.ts'
import { testApp, type Client } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { stocked } from '../testing/stocked.ts'
import { together } from '../testing/together.ts'

// Not shared with other files: deletions wait for each other's locks here.
const app = await testApp()

async function locationsOf(client: Client, user_id: string) {
  const { items } = await client.call(listMembers, {})
  return items.find((member) => member.user_id === user_id)?.location_ids
}

test('a limited member loses a deleted location and can be limited again', async () => {
  const { me, shop } = await stocked(app)
  const annex = await me.call(createLocation, { name: 'Annex' })
  const { user_id } = await limitedMember(app, me, [shop, annex.id])
  await me.call(deleteLocation, { id: annex.id })
  const left = await locationsOf(me, user_id)
  expect(left).toEqual([shop])
  await me.call(limitMember, { user_id, location_ids: left ?? [] })
})

test('the only location of limited members can’t be deleted; the refusal names them', async () => {
  const { me, shop } = await stocked(app)
  const { user_id } = await limitedMember(app, me, [shop])
  const refused = {
    code: 'location_has_members',
    message: 'Can’t delete the only location of Limited. Give them access to another location first',
    details: { members: ['Limited'], api_keys: [] },
  }
  const announced = await me.call(readLocationDeletion, { id: shop })
  expect(announced.refusal).toEqual(refused)
  expect(await me.refused(deleteLocation, { id: shop })).toMatchObject({ status: 409, ...refused })
  expect(await locationsOf(me, user_id)).toEqual([shop])
})

test('deleting both locations of a limited member at once leaves one', async () => {
  const { me, shop } = await stocked(app)
  const annex = await me.call(createLocation, { name: 'Annex' })
  const { user_id } = await limitedMember(app, me, [shop, annex.id])
  await app.admin.query('begin')
  await app.admin.query('select from members where org_id = $1 and user_id = $2 for no key update', [
    me.org_id,
    user_id,
  ])
  const both = together([shop, annex.id].map((id) => () => me.call(deleteLocation, { id })))
  await lockAwaited(app.admin, 2)
  await app.admin.query('commit')
  const { done, refused } = await both
  expect([done.length, refused]).toEqual([1, ['location_has_members']])
  const kept = [shop, annex.id].filter((id) => id !== done[0]?.id)
  expect(await locationsOf(me, user_id)).toEqual(kept)
})

test('an API key loses a deleted location; its only one can’t be deleted until the key is revoked', async () => {
  const { me, shop } = await stocked(app)
  const annex = await me.call(createLocation, { name: 'Annex' })
  const till = { name: 'Shop till', permissions: ['catalogue.read' as const], location_ids: [shop, annex.id] }
  const { id } = await me.call(createApiKey, till)
  await me.call(deleteLocation, { id: annex.id })
  expect((await me.call(listApiKeys, {})).items).toMatchObject([{ id, location_ids: [shop] }])
  const refused = {
    code: 'location_has_members',
    message: 'Can’t delete the only location of the API key Shop till. Revoke the key first',
    details: { members: [], api_keys: ['Shop till'] },
  }
  expect((await me.call(readLocationDeletion, { id: shop })).refusal).toEqual(refused)
  expect(await me.refused(deleteLocation, { id: shop })).toMatchObject(refused)
  await limitedMember(app, me, [shop])
  await me.call(createApiKey, { ...till, name: 'Second till', location_ids: [shop] })
  expect((await me.refused(deleteLocation, { id: shop })).message).toBe(
    'Can’t delete the only location of Limited, and of the API keys Second till, Shop till. Give them access to another location and revoke the keys first',
  )
  const { items } = await me.call(listApiKeys, {})
  for (const key of items) await me.call(revokeApiKey, { id: key.id })
  expect((await me.refused(deleteLocation, { id: shop })).message).toContain('of Limited. Give them')
})
