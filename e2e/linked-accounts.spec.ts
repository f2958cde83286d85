import { accessible } from './support/accessible.ts'
import { openIdProvider } from './support/openid-provider.ts'
import { goodPassword, newEmail } from './support/person.ts'
import { usedServer } from './support/server.ts'
import { expect, test } from './support/test.ts'
import { dialog } from './support/texts.ts'

test.use({ signedIn: false })

test('a provider account signs in, is linked and unlinked in the profile, and refusals are explained', async ({
  page,
}) => {
  const provider = await openIdProvider()
  const server = await usedServer()
  try {
    await server.start({
      AUTH_PROVIDERS: 'acme',
      AUTH_PROVIDER_ACME_ISSUER: provider.issuer,
      AUTH_PROVIDER_ACME_CLIENT_ID: 'onhand',
      SITE_URL: server.url,
    })
    // Linked to an account that has a password.
    const email = newEmail()
    await page.goto(`${server.url}/auth`)
    await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.goto(`${server.url}/profile`)
    await page.getByRole('button', { name: 'Link Acme' }).click()
    await expect(page.getByRole('button', { name: 'Unlink Acme' })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/profile`)
    await expect(page.getByText(provider.email)).toBeVisible()
    // The session from before the visit to the provider has ended.
    const devices = page.getByRole('region', { name: 'Signed-in devices' })
    await expect(devices).toContainText('This device')
    await expect(devices.getByRole('button', { name: 'Sign out others' })).toHaveCount(0)
    await accessible(page)

    // From now on it signs in to this account.
    await page.getByRole('button', { name: `User menu, ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${server.url}/auth`)
    // The page that was opened is still wanted after the visit to the provider.
    await page.goto(`${server.url}/products?q=tea`)
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await expect(page).toHaveURL(`${server.url}/products?q=tea`)
    await expect(page.getByRole('button', { name: `User menu, ${email}` })).toBeVisible()
    await page.goto(`${server.url}/profile`)
    await page.getByRole('button', { name: 'Unlink Acme' }).click()
    await dialog(page).getByRole('button', { name: 'Unlink Acme' }).click()
    await expect(page.getByRole('button', { name: 'Link Acme' })).toBeVisible()

    // After unlinking, it opens a separate account, which can't be linked a second time.
    await page.getByRole('button', { name: `User menu, ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const visit = page.waitForRequest(/\/auth\/v1\/authorize/)
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await expect(page.getByRole('button', { name: `User menu, ${provider.email}` })).toBeVisible()
    const here = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(new URL((await visit).url()).searchParams.get('time_zone')).toBe(here)
    await page.getByRole('button', { name: `User menu, ${provider.email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.goto(`${server.url}/profile`)
    await page.getByRole('button', { name: 'Link Acme' }).click()
    await expect(page.getByRole('alert')).toHaveText('This account is already linked to another Onhand account.')
  } finally {
    await server.remove()
    provider.close()
  }
})
