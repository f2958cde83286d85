import type { Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, submitPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { accessible, accessibleInBoth } from './support/accessible.ts'
import { freePort } from '../tools/shared/free-port.ts'
import { codeIn, mailbox, plain } from './support/mailbox.ts'
import { goodPassword, newEmail, sessionIn } from './support/person.ts'
import { usedServer } from './support/server.ts'
import { expect, test } from './support/test.ts'
import { dialog } from './support/texts.ts'

/** The link of the newest email. */
function linkIn(messages: readonly string[]): string {
  return /http:\/\/localhost:\d+\/auth\/confirm\S+/.exec(plain(messages.at(-1)))?.[0] ?? ''
}

test.use({ signedIn: false })

test('with a mail server an address is confirmed by email, and documents are sent', async ({ page }) => {
  // Its own server and three emails: a minute on a busy machine.
  test.setTimeout(180_000)
  const port = await freePort()
  const server = await usedServer()
  let mail = await mailbox(port)
  try {
    await server.start({ SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: server.url })
    const email = newEmail()
    await page.goto(`${server.url}/auth`)
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page.getByText('Please check your email and confirm your account before signing in.')).toBeVisible()
    await expect.poll(() => mail.messages.length).toBe(1)

    // Opening the link, as a mail scanner does, doesn't use it up.
    const link = linkIn(mail.messages)
    for (let i = 0; i < 2; i++) {
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
    }
    await accessible(page)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await expect(page.getByRole('button', { name: `User menu, ${email}` })).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This link has expired or was already used. Please ask for a new one.',
    )

    const person = await sessionIn(page, server.url, email)
    const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 5 })
    const { id, order_number } = await person.call(createSalesOrder, {
      customer_name: 'Ana Trujillo',
      customer_email: 'ana@shop.example',
      lines: [{ product_id: tea.id, quantity: 2, unit_price: 4 }],
    })
    await page.goto(`${server.url}/sales-orders/${id}`)
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Email' }).click()
    const to = dialog(page).getByRole('textbox', { name: 'To' })
    await expect(to).toHaveValue('ana@shop.example')
    const send = dialog(page).getByRole('button', { name: 'Send' })
    await to.fill('ana@shop.example, eve@evil.example')
    await send.click()
    await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible()
    await accessibleInBoth(page, '[role=dialog]')
    await to.fill('ana@shop.example')
    await mail.close()
    await send.click()
    await expect(dialog(page).getByText('The mail server isn’t responding. Try again later.')).toBeVisible()
    mail = await mailbox(port)
    await send.click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Order Confirmation sent to ana@shop.example')).toBeVisible()
    const sent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Emails' }) })
    await expect(sent.getByRole('listitem')).toHaveCount(1)
    await expect(sent).toContainText('Order ConfirmationSentana@shop.example')
    await accessible(page)
    expect(mail.messages).toHaveLength(1)
    expect(mail.messages[0]).toContain(`Subject: Order Confirmation ${order_number}`)

    const supplier = await person.call(createSupplier, { name: 'Exotic Liquids', email: 'sales@liquids.example' })
    const lines = [{ product_id: tea.id, quantity: 9, unit_price: 0 }]
    const bought = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
    await page.goto(`${server.url}/purchase-orders/${bought.id}`)
    await page.getByRole('button', { name: /^More actions/ }).click()
    // A draft isn't an order yet.
    await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Email' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await person.call(submitPurchaseOrder, { id: bought.id, version: bought.version })
    await expect(page.getByRole('link', { name: 'Receive 9 units' })).toBeVisible()
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Email' }).click()
    await expect(to).toHaveValue('sales@liquids.example')
    await accessibleInBoth(page, '[role=dialog]')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${bought.order_number} sent to sales@liquids.example`)).toBeVisible()
    await expect(sent).toContainText('Purchase OrderSentsales@liquids.example')
    await accessible(page)
    expect(mail.messages).toHaveLength(2)
    expect(mail.messages[1]).toContain(`Subject: Purchase Order ${bought.order_number}`)
  } finally {
    await mail.close()
    await server.remove()
  }
})

test('a forgotten password is reset by emailed link or code, and an address changes once both mailboxes confirm', async ({
  page,
  context,
}) => {
  // Its own server, five emails and three sign-ins: a minute on a busy machine.
  test.setTimeout(180_000)
  const port = await freePort()
  const server = await usedServer()
  const mail = await mailbox(port)
  try {
    await server.start({ SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: server.url })
    const email = newEmail()
    await page.goto(`${server.url}/auth`)
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByLabel('Company name (optional)').fill('Harbor Lane Foods')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect.poll(() => mail.messages.length).toBe(1)
    // With the code, because the email may have been read on another device.
    await page.getByLabel('Code from the email').fill('12 34')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Enter the 6 digits from the email')).toBeVisible()
    await accessible(page)
    await page.getByLabel('Code from the email').fill(codeIn(mail.messages))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Harbor Lane Foods')

    await signOut(page, email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await accessible(page)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Email address').press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect.poll(() => mail.messages.length).toBe(2)
    // The tab opened from the email continues; this one gets its session.
    const second = await context.newPage()
    await second.goto(linkIn(mail.messages))
    await second.getByRole('button', { name: 'Continue' }).click()
    await expect(second.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await accessible(second)
    await second.getByLabel('New password').fill('short')
    await second.getByLabel('New password').press('Enter')
    await expect(second.getByText('Password must be at least 6 characters long')).toBeVisible()
    await second.getByLabel('New password').fill(goodPassword)
    await second.getByLabel('New password').press('Enter')
    await expect(second.getByRole('alert')).toHaveText('This is already your password. Choose a different one.')
    const changed = 'a new horse 43'
    await second.getByLabel('New password').fill(changed)
    await second.getByLabel('New password').press('Enter')
    await expect(second.getByText('Password changed. Your other devices were signed out.')).toBeVisible()
    await second.goto(linkIn(mail.messages.slice(0, 2)))
    await second.getByRole('button', { name: 'Continue' }).click()
    await expect(second.getByRole('alert')).toHaveText(
      'This link has expired or was already used. Please ask for a new one.',
    )
    await expect(second.getByRole('link', { name: 'Get a new link' })).toBeVisible()
    await second.close()

    await page.goto(server.url)
    await signOut(page, email)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(changed)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.goto(`${server.url}/profile`)
    // A password is changed with a code only once all of it is typed; the current password is still possible.
    const sent = mail.messages.length
    await page.getByRole('button', { name: 'Don’t know it? Get a code by email' }).click()
    await expect.poll(() => mail.messages.length).toBe(sent + 1)
    await page.getByLabel('New password').fill(goodPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Enter the 6 digits from the email')).toBeVisible()
    await page.getByRole('button', { name: 'Use the current password' }).click()
    await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
    await expect(page.getByText('Enter the 6 digits from the email')).toHaveCount(0)
    await page.getByRole('button', { name: 'Change email' }).click()
    const other = newEmail()
    await dialog(page).getByLabel('New email address').fill(email)
    await dialog(page).getByRole('button', { name: 'Change email' }).click()
    await expect(dialog(page).getByText('This is already your email address')).toBeVisible()
    // An unconfirmed change can be cancelled.
    const asked = mail.messages.length
    await dialog(page).getByLabel('New email address').fill(newEmail())
    await dialog(page).getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByRole('main').getByText('Waiting for confirmation')).toBeVisible()
    await expect.poll(() => mail.messages.length).toBe(asked + 2)
    await page.getByRole('button', { name: 'Cancel change' }).click()
    await expect(page.getByText('Waiting for confirmation')).toBeHidden()
    await page.getByRole('button', { name: 'Change email' }).click()
    await dialog(page).getByLabel('New email address').fill(other)
    const before = mail.messages.length
    await dialog(page).getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByRole('main').getByText('Waiting for confirmation')).toBeVisible()
    await accessible(page)
    await expect.poll(() => mail.messages.length).toBe(before + 2)
    const [one, two] = mail.messages.slice(-2)
    await page.goto(linkIn([one ?? '']))
    await page.getByRole('button', { name: 'Confirm the change' }).click()
    await expect(page.getByText('Confirmed. Now open the link in the email to the other address.')).toBeVisible()
    await page.goto(linkIn([two ?? '']))
    await page.getByRole('button', { name: 'Confirm the change' }).click()
    await expect(page).toHaveURL(`${server.url}/profile`)
    await expect(page.getByRole('button', { name: `User menu, ${other}` })).toBeVisible()
    await expect(page.getByText('Waiting for confirmation')).toBeHidden()
    // The link replaced this browser's session, which has ended.
    const devices = page.getByRole('region', { name: 'Signed-in devices' })
    await expect(devices).toContainText('This device')
    await expect(devices.getByRole('button', { name: 'Sign out others' })).toHaveCount(0)
  } finally {
    await mail.close()
    await server.remove()
  }
})

async function signOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `User menu, ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
}

test('without a mail server nothing offers to send documents', async ({ page, person }) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 5 })
  const lines = [{ product_id: tea.id, quantity: 2, unit_price: 4 }]
  const { id } = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  await page.goto('/auth')
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/sales-orders/${id}`)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Share', 'Cancel order'])
})
