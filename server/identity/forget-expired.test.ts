import { expect, test } from 'vitest'
import { forgetExpired } from '../platform/forget-expired.ts'
import {
  browserTab,
  goodPassword,
  identityServer,
  linkOf,
  mailedServer,
  post,
  sessionOf,
  signedUp,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { enrolled, secondFactor } from '../testing/second-factors.ts'

test('old links, flows and emails are deleted, and sign-ups not confirmed within a month', async () => {
  const { url, db, admin, mailTo } = await mailedServer()
  const [confirmed, waiting, recent] = [newAddress(), newAddress(), newAddress()]
  for (const email of [confirmed, waiting]) await browserTab(url).signUp({ email, password: goodPassword })
  sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(confirmed))))
  const tab = browserTab(url, 'pkce')
  await tab.resetPasswordForEmail(confirmed)
  await post(url, '/confirm', linkOf(await mailTo(confirmed)))
  const kept = async () => {
    const { rows } = await admin.query(
      `select (select count(*)::int from auth.one_time_tokens) as tokens, (select count(*)::int from auth.flow_states) as flows,
         (select count(*)::int from auth.mails) as mails, (select count(*)::int from auth.users) as users`,
    )
    return rows[0] as unknown
  }
  const before = await kept()
  expect(before).toEqual({ tokens: 3, flows: 1, mails: 3, users: 2 })
  expect(await forgetExpired(db)).toBe(0)
  await admin.query(`update auth.one_time_tokens set expires_at = now() - interval '25 hours'`)
  await admin.query(`update auth.flow_states set created_at = now() - interval '25 hours'`)
  await admin.query(`update auth.mails set done_at = now() - interval '31 days'`)
  await admin.query(`update auth.users set created_at = now() - interval '31 days'`)
  await browserTab(url).signUp({ email: recent, password: goodPassword })
  await mailTo(recent)
  expect(await forgetExpired(db, () => false, 2)).toBe(8)
  const { rows } = await admin.query('select email from auth.users order by email')
  expect(rows).toEqual([confirmed, recent].toSorted().map((email) => ({ email })))
  expect(await kept()).toEqual({ tokens: 1, flows: 0, mails: 1, users: 2 })
})

test('unfinished challenges and factors are deleted after a day, verified factors never', async () => {
  const { url, db, admin } = await identityServer()
  const { tab } = await signedUp(url)
  const app = await secondFactor(tab)
  await tab.mfa.challenge(await enrolled(tab, 'Left'))
  const age = async (hours: number) => {
    for (const table of ['factors', 'factor_challenges'])
      await admin.query(`update auth.${table} set created_at = now() - make_interval(hours => $1)`, [hours])
  }
  await age(23)
  expect(await forgetExpired(db)).toBe(0)
  await age(25)
  // Two challenges and a factor.
  expect(await forgetExpired(db)).toBe(3)
  expect((await tab.mfa.listFactors()).data?.all).toMatchObject([{ id: app.factorId }])
})
