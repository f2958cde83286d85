import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { acceptInvitation, createInvitation } from '../contract/invitations.ts'
import { listMembers } from '../contract/members.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible, accessibleInBoth } from './support/accessible.ts'
import { remember } from './support/browser.ts'
import { laterForApp, laterForProofs } from './support/database.ts'
import { goodPassword, newEmail, type Person, signIn, signUp } from './support/person.ts'
import { usedServer } from './support/server.ts'
import { emptyDocument } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { card, dialog, mainWarehouse } from './support/texts.ts'

/** The secret after # in an invitation's link. */
const secretOf = (link: string | null) => link?.split('#')[1] ?? ''

const row = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })

/** Creates stock at two locations, a delivery on its way to each, and a draft order for both. */
async function goodsAtTwoLocations(owner: Person) {
  const main = await mainWarehouse(owner)
  const { id: shop } = await owner.call(createLocation, { name: 'Shop Floor' })
  const tea = await owner.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 31 })
  const entry = { product_id: tea.id, type: 'in', reason_code: 'other', notes: 'Counted' } as const
  await owner.call(createTransaction, { ...entry, quantity: 4, location_id: shop })
  const { id: supplier_id } = await owner.call(createSupplier, { name: 'Exotic Liquids' })
  const line = { product_id: tea.id, unit_price: 2 }
  const order = async (location_id: string, quantity: number) => {
    const lines = [{ ...line, quantity, location_id }]
    const draft = await owner.call(createPurchaseOrder, { supplier_id, lines })
    return owner.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  }
  const lines = [main, shop].map((location_id) => ({ ...line, quantity: 5, location_id }))
  const toBoth = await owner.call(createPurchaseOrder, { supplier_id, lines })
  return { toMain: await order(main, 23), toShop: await order(shop, 6), toBoth }
}

test('a colleague is invited by link, limited to a location, receives there, sees nothing of the other, and loses access when removed', async ({
  page,
  person: owner,
  browser,
  baseURL,
}) => {
  test.slow()
  const { toMain, toShop, toBoth } = await goodsAtTwoLocations(owner)
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(dialog(page).getByText('This server doesn’t send email.')).toBeVisible()
  await dialog(page).getByRole('combobox', { name: 'Locations' }).click()
  await page.getByRole('option', { name: 'Shop Floor' }).click()
  // Closes the list of locations.
  await dialog(page).getByLabel('Email address (optional)').click()
  await expect(page.getByRole('option', { name: 'Shop Floor' })).toBeHidden()
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  const field = dialog(page).getByLabel('Invitation link', { exact: true })
  await expect(field).toHaveValue(/\/auth\/invite#.{40,}$/)
  const link = await field.inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(card(page, 'Pending invitations')).toContainText('Invitation link')
  await expect(card(page, 'Pending invitations')).toContainText('Only Shop Floor')
  await accessible(page)

  // The colleague uses their own browser.
  const email = newEmail()
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(`Join ${owner.email.split('@')[0]}`)
  // The secret doesn't stay in the address, and no questions about a new company are asked.
  await expect(theirs).toHaveURL('/auth/invite')
  await expect(theirs.getByLabel('Company name (optional)')).toHaveCount(0)
  await accessible(theirs)
  await theirs.getByLabel('Email address').fill(email)
  await theirs.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
  await theirs.getByRole('button', { name: 'Create account and join' }).click()
  await expect(theirs).toHaveURL('/')
  await expect(theirs.getByRole('navigation', { name: 'Main' })).toContainText(owner.email.split('@')[0] ?? '')
  // They came to join, so they have no other company of their own.
  await theirs.getByRole('button', { name: /Switch company$/ }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText([owner.email.split('@')[0] ?? '', 'New company'])
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(theirs.getByRole('link', { name: 'Add Category' })).toBeVisible()

  await expect(row(page, email)).toContainText('Only Shop Floor')
  await expect(card(page, 'Pending invitations')).toBeHidden()

  // Limited to one location, they see and receive its goods and nothing of the other location.
  await row(page, email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Limit to locations' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Only these locations' })).toBeChecked()
  await dialog(page).getByRole('checkbox', { name: 'Shop Floor' }).uncheck()
  await dialog(page).getByRole('button', { name: 'Save locations' }).click()
  await expect(dialog(page).getByText('Choose at least one location')).toBeVisible()
  await dialog(page).getByRole('checkbox', { name: 'Shop Floor' }).check()
  await accessibleInBoth(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Save locations' }).click()
  await expect(row(page, email)).toContainText('Only Shop Floor')
  await theirs.goto(`/receiving?order=${toShop.id}`)
  await theirs.getByRole('textbox', { name: /^Quantity to receive of Tea/ }).fill('6')
  await theirs.getByRole('button', { name: 'Process Receiving · 6 units' }).click()
  await expect(theirs.getByText(`6 units of ${toShop.order_number} received`)).toBeVisible()
  await theirs.goto('/products?view=table')
  await expect(theirs.getByText('1 product · 10 units · $40.00 retail value')).toBeVisible()
  await theirs.goto('/transactions')
  const movements = theirs.getByRole('table').locator('tbody').getByRole('row')
  // Counted, in transit and received at their own location.
  await expect(movements.filter({ hasText: 'Shop Floor' })).toHaveCount(3)
  await expect(movements).toHaveCount(3)
  // Of the other location they see only the name, as a destination.
  await theirs.goto('/products?view=table')
  await theirs.getByRole('main').getByRole('link', { name: /Tea/ }).first().click()
  await theirs.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(dialog(theirs).getByRole('textbox', { name: /^From location/ })).toHaveValue('Shop Floor')
  await dialog(theirs)
    .getByRole('textbox', { name: /^To location/ })
    .click()
  await expect(theirs.getByRole('option')).toHaveText([/^Main Warehouse/])
  await theirs.keyboard.press('Escape')
  await theirs.keyboard.press('Escape')
  await theirs.goto(`/purchase-orders/${toMain.id}`)
  await expect(theirs.getByRole('heading', { name: 'Purchase Order Not Found' })).toBeVisible()
  // An order for both locations is read-only, and no action is offered that would always be refused.
  await theirs.goto(`/purchase-orders/${toBoth.id}`)
  await expect(theirs.getByRole('note')).toHaveText(
    'Parts of this order are for locations you don’t have access to. A member with access to all of them can change or cancel it.',
  )
  await expect(theirs.getByRole('row', { name: /^Total of these items/ })).toContainText('$10.00')
  await expect(theirs.getByRole('heading', { name: 'Payment of the whole order' })).toBeVisible()
  for (const name of ['Edit', 'Complete Payment', /^Status: /, /^More actions/])
    await expect(theirs.getByRole('button', { name })).toHaveCount(0)
  await accessible(theirs)
  await theirs.goto('/settings')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Company Information' })).toBeVisible()
  await expect(theirs.getByText('Excel Data Import')).toHaveCount(0)
  await theirs.goto('/import')
  await expect(theirs.getByText('You can’t import data')).toBeVisible()
  await expect(theirs.getByText('Past imports')).toHaveCount(0)
  await theirs.goto('/purchase-orders')
  await expect(theirs.getByText(toShop.order_number)).toBeVisible()
  await expect(theirs.getByText(toMain.order_number)).toHaveCount(0)
  await theirs.getByRole('button', { name: `Actions: ${toBoth.order_number}` }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText(['Print'])
  await theirs.keyboard.press('Escape')
  await theirs.goto('/categories')
  await expect(theirs.getByRole('link', { name: 'Add Category' })).toBeVisible()

  // Both see what changes, without reloading.
  await page.getByRole('combobox', { name: /^Role of/ }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await expect(page.getByText(/is now a viewer$/)).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Add Category' })).toBeHidden()

  await row(page, email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove member' }).click()
  await expect(dialog(page)).toContainText(`${email} loses access to`)
  await dialog(page).getByRole('button', { name: 'Remove member' }).click()
  await expect(row(page, email)).toBeHidden()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(
    `You no longer have access to ${owner.email.split('@')[0]}`,
  )
  await accessible(theirs)
  // After a reload, too; the screens aren't mounted in between, and so don't open a stream of events.
  const sent: string[] = []
  theirs.on('request', (request) => void sent.push(new URL(request.url()).pathname))
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You no longer have access to this company')
  await expect.poll(() => sent.filter((path) => path === '/api/v1/me').length).toBeGreaterThanOrEqual(3)
  expect(sent).not.toContain('/api/v1/events')
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs.getByRole('navigation', { name: 'Main' })).toContainText(email.split('@')[0] ?? '')
  await context.close()
})

test('an invitation shows who it is for, and says when it was used or its reader is already a member', async ({
  page,
  person,
  baseURL,
}) => {
  const owner = await signUp(baseURL ?? '')
  const company = owner.email.split('@')[0] ?? ''
  const invite = async (email?: string) => {
    const { link } = await owner.call(createInvitation, { role: 'staff', ...(email ? { email } : {}) })
    return `/auth/invite#${secretOf(link)}`
  }
  // The invitation is for an address other than the one signed in.
  const forOther = await invite('someone@example.com')
  await page.goto(forOther)
  await expect(page.getByRole('note')).toContainText('This invitation was sent to someone@example.com.')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByText(`You joined ${company}`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(company)
  // The invitation has been used.
  await page.goto(emptyDocument)
  await page.goto(forOther)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid')
  // The reader is already a member: the invitation stays valid for someone else.
  await page.goto(emptyDocument)
  await page.goto(await invite())
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('alert')).toHaveText('This person is already a member.')
  await page.getByRole('button', { name: `Open ${company}` }).click()
  await expect(page).toHaveURL('/')
  // Signed in with another account.
  await page.goto(emptyDocument)
  await page.goto(await invite())
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(`You’re signed in as ${person.email}.`)).toBeVisible()
  await page.goto('/auth/invite#not-the-secret')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid')
})

test('where sign-ups are closed, an invitation leads to sign-in, and no page offers a new account', async ({
  browser,
}) => {
  const server = await usedServer()
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  try {
    await server.start()
    const [owner, guest] = [await signUp(server.url), await signUp(server.url)]
    const { link } = await owner.call(createInvitation, { role: 'staff' })
    await server.stop()
    await server.start({ AUTH_SIGNUP: 'closed' })
    const page = await context.newPage()
    await page.goto(`${server.url}/auth/invite#${secretOf(link)}`)
    await expect(page.getByText('No account yet? Ask your administrator to create one for you.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create account and join' })).toHaveCount(0)
    await page.goto(`${server.url}/auth`)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: "Don't have an account? Sign up" })).toHaveCount(0)
    await page.goto(`${server.url}/auth/invite`)
    await page.getByLabel('Email address').fill(guest.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(guest.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(page.getByText(/^You joined /)).toBeVisible()
    // Without email, the administrator confirms a change of address.
    await page.goto(`${server.url}/profile`)
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(
      dialog(page).getByText('This server doesn’t send email. Your administrator confirms the change.'),
    ).toBeVisible()
    await dialog(page).getByLabel('New email address').fill(newEmail())
    await dialog(page).getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Ask your administrator to confirm the change')).toBeVisible()
  } finally {
    await context.close()
    await server.remove()
  }
})

test('a name set in the profile is what colleagues see; a member can leave a company', async ({
  page,
  person,
  baseURL,
}) => {
  const owner = await signUp(baseURL ?? '')
  const { link } = await owner.call(createInvitation, { role: 'staff' })
  await person.call(acceptInvitation, { secret: secretOf(link) })
  await remember(page, person.in(owner.org_id), baseURL ?? '')
  await page.goto('/profile')
  await page.getByLabel('Your name').fill('Tom Okafor')
  await page.getByLabel('Your name').press('Enter')
  await expect(page.getByText('Name saved')).toBeVisible()
  expect((await owner.call(listMembers, {})).items.map(({ username }) => username)).toContain('Tom Okafor')
  await page.goto('/settings/members')
  // Staff see the members but can't change them.
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions: Tom Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Leave company' }).click()
  await dialog(page).getByRole('button', { name: 'Leave company' }).click()
  await expect(page.getByText(/^You left/)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  const own = person.email.split('@')[0] ?? ''
  await expect(menu).toContainText(own)

  // Creates another company, works in it from then on, and deletes it again.
  await menu.getByRole('button', { name: /Switch company$/ }).click()
  await page.getByRole('menuitem', { name: 'New company' }).click()
  await dialog(page).getByRole('button', { name: 'Create company' }).click()
  await expect(dialog(page).getByText('Enter a company name')).toBeVisible()
  await accessible(page, '[role=dialog]')
  await dialog(page).getByLabel('Company name').fill('Harbor Lane Foods')
  await expect(dialog(page).getByRole('combobox', { name: 'Time Zone' })).toHaveValue('UTC')
  const currency = dialog(page).getByRole('combobox', { name: 'Currency' })
  await expect(currency).toHaveValue('US Dollar (USD)')
  await currency.fill('nok')
  await page.getByRole('option', { name: 'Norwegian Krone (NOK)' }).click()
  await dialog(page).getByRole('button', { name: 'Create company' }).click()
  await expect(page.getByText('Harbor Lane Foods was created')).toBeVisible()
  await expect(menu).toContainText('Harbor Lane Foods')
  await page.goto('/')
  await expect(page.getByText('Currency: NOK · Time zone: UTC')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete company' }).click()
  await dialog(page).getByLabel('Company name').fill('Harbor')
  await dialog(page).getByRole('button', { name: 'Delete company' }).click()
  await expect(dialog(page).getByText('Enter the company’s name exactly')).toBeVisible()
  await accessibleInBoth(page, '[role=dialog]')
  await dialog(page).getByLabel('Company name').fill('Harbor Lane Foods')
  await dialog(page).getByRole('button', { name: 'Delete company' }).click()
  await expect(page.getByText('Harbor Lane Foods was deleted')).toBeVisible()
  await expect(menu).toContainText(own)
})

test('two-factor authentication is set up with an app, required at sign-in and for members, and turned off', async ({
  page,
  person,
}) => {
  await page.goto('/profile')
  // After a long session, the password must be given again before the first factor is added.
  await laterForProofs(person)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await accessibleInBoth(page, '[role=dialog]')
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill('not the password')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByText('The password is incorrect.')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill(person.password)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const secret = dialog(page).getByLabel('Setup key', { exact: true })
  await expect(secret).toHaveValue(/^[A-Z2-7]{16,}$/)
  await expect(dialog(page).getByRole('img', { name: 'QR code to scan with your authenticator app' })).toBeVisible()
  await accessibleInBoth(page, '[role=dialog]')
  const app = new TOTP({ secret: Secret.fromBase32(await secret.inputValue()) })
  await dialog(page).getByLabel('Code from the app').fill('000000')
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This code is wrong or was already used. Check it and try again.',
  )
  await dialog(page).getByLabel('Code from the app').fill(app.generate())
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await accessibleInBoth(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  await accessible(page)

  // Now owners can require it.
  await page.goto('/settings/members')
  await page.getByRole('switch', { name: 'Require two-factor authentication' }).click()
  await dialog(page).getByRole('button', { name: 'Require it' }).click()
  await expect(page.getByText('Two-factor authentication is now required')).toBeVisible()

  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const signIn = async () => {
    await page.getByLabel('Email address').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-factor authentication')
  }
  await signIn()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await accessible(page)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await expect(page.getByRole('alert')).toHaveText('This code is wrong or was already used. Check it and try again.')
  // The code is sent as soon as it is complete.
  await laterForApp(person)
  await page.getByLabel('Code', { exact: true }).fill(app.generate())
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery.toUpperCase())
  await page.getByLabel('Recovery code').press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('9 of 10 left.')).toBeVisible()

  // The company must stop requiring it before it can be turned off for good. If turned off directly, the company asks
  // for it again.
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await laterForProofs(person)
  await laterForApp(person)
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  // After a long session, a factor must be proven again before factors can be changed.
  await expect(dialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await accessibleInBoth(page, '[role=dialog]')
  await expect(dialog(page).getByLabel('Code', { exact: true })).toBeFocused()
  await dialog(page).getByLabel('Code', { exact: true }).fill(app.generate())
  // The account is still accessible; the company isn't.
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-factor authentication')
  await accessible(page)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  // There is no factor left to prove: the session is still as old.
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill(person.password)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(secret).toHaveValue(/^[A-Z2-7]{16,}$/)
  await accessibleInBoth(page, '[role=dialog]')
  const again = new TOTP({ secret: Secret.fromBase32(await secret.inputValue()) })
  await dialog(page).getByLabel('Code from the app').fill(again.generate())
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(codes).toHaveCount(10)
  await dialog(page).getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a second app signs in when the first is lost, and removes it', async ({ page, person }) => {
  await page.goto('/profile')
  const setUp = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    const secret = dialog(page).getByLabel('Setup key', { exact: true })
    await expect(secret).toHaveValue(/^[A-Z2-7]{16,}$/)
    const app = new TOTP({ secret: Secret.fromBase32(await secret.inputValue()) })
    await dialog(page).getByLabel('Code from the app').fill(app.generate())
    await dialog(page).getByRole('button', { name: 'Turn on' }).click()
    return app
  }
  await setUp('Set up')
  await dialog(page).getByRole('button', { name: 'I saved my codes' }).click()
  const second = await setUp('Add app')
  await expect(page.getByRole('button', { name: 'Remove Authenticator app 2' })).toBeVisible()

  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter the 6-digit code from Authenticator app.')).toBeVisible()
  await page.getByRole('button', { name: 'Use Authenticator app 2' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await accessible(page)
  await laterForApp(person)
  await page.getByLabel('Code', { exact: true }).fill(second.generate())
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove Authenticator app', exact: true }).click()
  await laterForProofs(person)
  await laterForApp(person)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await dialog(page).getByRole('button', { name: 'Use Authenticator app 2' }).click()
  await dialog(page).getByLabel('Code', { exact: true }).fill(second.generate())
  await expect(page.getByRole('button', { name: 'Remove Authenticator app', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove Authenticator app 2' })).toBeVisible()
})

test('an API key is created with chosen permissions, shown once, used, and revoked', async ({
  page,
  person,
  request,
}) => {
  await person.call(createLocation, { name: 'Shop Floor' })
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Create your first API key' }).click()
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  await expect(dialog(page).getByText('Name is required')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Web shop')
  await dialog(page).getByRole('checkbox', { name: 'Read: Settings' }).uncheck()
  await dialog(page).getByRole('combobox', { name: 'Locations' }).click()
  await page.getByRole('option', { name: 'Shop Floor' }).click()
  await dialog(page).getByLabel('Name').click()
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  const key = await dialog(page).getByLabel('Web shop', { exact: true }).inputValue()
  expect(key).toMatch(/^onh_/)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const listed = page.getByRole('listitem').filter({ hasText: 'Web shop' })
  await expect(listed).toContainText('never used · only Shop Floor')
  const asProgram = (path: string) => request.get(path, { headers: { authorization: `Bearer ${key}` } })
  expect((await asProgram('/api/v1/categories')).status()).toBe(200)
  expect((await asProgram('/api/v1/settings')).status()).toBe(403)
  expect(await (await asProgram('/api/v1/locations')).json()).toMatchObject({ items: [{ name: 'Shop Floor' }] })
  await page.reload()
  await expect(listed).toContainText('last used')
  await accessible(page)
  await listed.getByRole('button', { name: 'Actions: Web shop' }).click()
  await page.getByRole('menuitem', { name: 'Revoke key' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  expect((await asProgram('/api/v1/categories')).status()).toBe(401)
})

test('a key, a link and a secret whose response was lost are reported as created but not shown', async ({ page }) => {
  /** The server creates it, the response is lost, and the repeated request is answered without what is shown once. */
  const loseFirstAnswer = async (path: string) => {
    let isLost = false
    await page.route(`**/api/v1/${path}`, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
  }
  const notShown = (text: string) => expect(page.getByText(text)).toBeVisible({ timeout: 15_000 })

  await page.goto('/settings/api-keys?add=1')
  await dialog(page).getByLabel('Name').fill('Web shop')
  await loseFirstAnswer('api-keys')
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  await notShown(
    'Web shop was created, but the connection was lost before you could see it. Revoke it and create another.',
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'Web shop' })).toHaveCount(1)

  await page.goto('/settings/members?invite=1')
  await loseFirstAnswer('invitations')
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await notShown(
    'The invitation was created, but the connection was lost before you could see it. Choose “Create a new link” in its menu.',
  )
  await loseFirstAnswer('invitations/*/renewal')
  await page.getByRole('button', { name: 'Actions: Invitation link' }).click()
  await page.getByRole('menuitem', { name: 'Create a new link' }).click()
  await notShown(
    'A new link was created, but the connection was lost before you could see it. Choose “Create a new link” again.',
  )

  await page.goto('/settings/webhooks?add=1')
  await dialog(page).getByLabel('Name').fill('Warehouse')
  await dialog(page).getByLabel('URL').fill('https://example.com/hook')
  await loseFirstAnswer('webhooks')
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  await notShown(
    'The secret of Warehouse was created, but the connection was lost before you could see it. Choose “Rotate secret” to get another.',
  )
  await loseFirstAnswer('webhooks/*/secret-rotations')
  await page.getByRole('button', { name: 'Actions: Warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await dialog(page).getByRole('button', { name: 'Rotate secret' }).click()
  await notShown(
    'A new secret for Warehouse was created, but the connection was lost before you could see it. Rotate it again and switch your program at once, because the old secret then stops working.',
  )
})

test('a passkey is added, named, signs in by itself, and is removed', async ({ page, person, device }) => {
  await device('internal')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  // The server loads the verification library on first use.
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Actions: / }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await accessibleInBoth(page, '[role=dialog]')
  await dialog(page).getByLabel('Name').fill('Office laptop')
  await dialog(page).getByLabel('Name').press('Enter')
  await expect(page.getByText('Office laptop')).toBeVisible()
  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: `User menu, ${person.email}` })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(/last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Actions: Office laptop' }).click()
  await page.getByRole('menuitem', { name: 'Remove passkey' }).click()
  await dialog(page).getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})

test('other devices are signed out, the account is exported, and permanently deleted', async ({
  page,
  person,
  baseURL,
}) => {
  const elsewhere = await signIn(baseURL ?? '', person)
  await page.goto('/profile')
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices).toContainText('This device')
  await accessible(page)
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await dialog(page).getByRole('button', { name: 'Sign out others' }).click()
  await expect(page.getByText('Your other devices were signed out')).toBeVisible()
  await expect(elsewhere.call(listMembers, {})).rejects.toThrow(/answered 401/)

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/\.json$/)

  await page.getByRole('button', { name: 'Delete account' }).click()
  await dialog(page).getByLabel('Your email address').fill(person.email)
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill('not the password')
  await dialog(page).getByRole('button', { name: 'Delete account' }).click()
  await expect(
    dialog(page)
      .getByText(/password/i)
      .last(),
  ).toBeVisible()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill(person.password)
  await dialog(page).getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The email or password you entered is incorrect. Please try again.')
})
