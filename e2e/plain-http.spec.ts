import { freePort } from '../tools/shared/free-port.ts'
import { mailbox, plain } from './support/mailbox.ts'
import { goodPassword, newEmail } from './support/person.ts'
import { plainHost } from '../tools/shared/plain-host.ts'
import { usedServer } from './support/server.ts'
import { expect, test } from './support/test.ts'
import { dialog } from './support/texts.ts'

test.use({ signedIn: false })

// Browsers leave out much of what they offer on secure pages, which include those of localhost.
test('in a shop’s own network, over plain HTTP, people sign up, save and copy', async ({ page }) => {
  test.slow()
  test.slow()
  const port = await freePort()
  const server = await usedServer()
  const mail = await mailbox(port)
  try {
    const url = server.url.replace('localhost', plainHost)
    await server.start({ HOST: '127.0.0.1', SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: url })
    await page.goto(`${url}/auth`)
    expect(await page.evaluate('[isSecureContext, typeof crypto.randomUUID]')).toEqual([false, 'undefined'])
    const email = newEmail()
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect.poll(() => mail.messages.length).toBe(1)
    await page.goto(/http:\S+\/auth\/confirm\S+/.exec(plain(mail.messages[0]))?.[0] ?? '')
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByRole('button', { name: `User menu, ${email}` })).toBeVisible()

    // Browsers offer no camera here.
    await page.goto(`${url}/stock-count`)
    await expect(page.getByRole('textbox', { name: 'Find or scan a product' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Scan with camera' })).toHaveCount(0)
    await page.goto(`${url}/suppliers/new`)
    await page.getByLabel('Supplier Name').fill('Exotic Liquids')
    await page.getByRole('button', { name: 'Create Supplier' }).click()
    await expect(page.getByText('Exotic Liquids was added')).toBeVisible()

    await page.goto(`${url}/settings/api-keys`)
    await page.getByRole('button', { name: 'Create your first API key' }).click()
    await dialog(page).getByLabel('Name').fill('Web shop')
    await dialog(page).getByRole('button', { name: 'Create key' }).click()
    const key = await dialog(page).getByLabel('Web shop', { exact: true }).inputValue()
    await dialog(page).getByRole('button', { name: 'Copy: Web shop' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Copied: Web shop' })).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.goto(`${url}/suppliers/new`)
    await page.getByLabel('Supplier Name').focus()
    await page.keyboard.press('Control+V')
    await expect(page.getByLabel('Supplier Name')).toHaveValue(key)
  } finally {
    await mail.close()
    await server.remove()
  }
})
