import { createCategory } from '../contract/categories.ts'
import { newEmail, goodPassword } from './support/person.ts'
import { runFirst } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { follow, visit } from './support/visit.ts'

const screens = [
  '/',
  '/products',
  '/products/new',
  '/categories',
  '/suppliers',
  '/locations',
  '/purchase-orders',
  '/purchase-orders/new',
  '/sales-orders',
  '/sales-orders/new',
  '/receiving',
  '/shipping',
  '/location-transfers',
  '/stock-count',
  '/transactions',
  '/reports',
  '/audit-trail',
  '/settings',
  '/settings/company',
  '/settings/notifications',
  '/settings/import',
  '/settings/ledger',
  '/import',
  '/settings/members',
  '/settings/api-keys',
  '/notifications',
  '/profile',
]

test.describe('a stranger', () => {
  test.use({ signedIn: false })

  test('is sent to sign in from every screen and from an unknown address', async ({ page }) => {
    for (const path of ['/', '/products/new', '/no-such-screen', '/supplier/profile', '/supplier/products/new']) {
      await page.goto(path)
      await expect(page).toHaveURL('/auth')
      await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    }
    for (const path of screens) {
      await follow(page, path)
      await expect(page).toHaveURL('/auth')
      await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    }
  })

  test('opens the two previews, which call no API, and their buttons lead to sign-in', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/customer/preview')
    await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
    await page.goto('/supplier/preview')
    await expect(page.getByText('$12,450')).toBeVisible()
    const isPart = (path: string) => /^\/(?:(?:customer|supplier)\/preview|sharing\/[\w.-]+|icon\.svg)$/.test(path)
    expect(asked.filter((path) => !isPart(path))).toEqual([])
    for (const name of ['Add New Product', 'Settings']) {
      await page.getByRole('link', { name }).click()
      await expect(page).toHaveURL('/auth')
      await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
      if (name === 'Add New Product') await page.goto('/supplier/preview')
    }
  })

  test('signs up, signs out and signs in again', async ({ page }) => {
    const email = newEmail()
    await page.goto('/auth')
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await expect(page.getByRole('heading', { name: 'Create a new account' })).toBeVisible()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

    await page.getByRole('button', { name: `User menu, ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/auth')

    await page.getByLabel('Email address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test('lands on the page they opened, once they have signed in', async ({ page, person }) => {
    const { id } = await person.call(createCategory, { name: 'Seafood', color: '#F97316' })
    const signInHere = async () => {
      await expect(page).toHaveURL('/auth')
      await page.getByLabel('Email address').fill(person.email)
      await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await page.goto(`/categories/${id}?from=mail`)
    // The sign-in page may be reloaded in between.
    await expect(page).toHaveURL('/auth')
    await page.reload()
    await signInHere()
    await expect(page).toHaveURL(`/categories/${id}?from=mail`)
    await expect(page.getByLabel('Category Name')).toHaveValue('Seafood')
    // Once: the dashboard is the dashboard again, and signing out forgets where one was.
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.goto(`/categories/${id}`)
    await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signInHere()
    await expect(page).toHaveURL('/')

    // A session that ended elsewhere: another person isn't led to the page of the previous one.
    await page.goto(`/categories/${id}`)
    await expect(page.getByLabel('Category Name')).toHaveValue('Seafood')
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByRole('button', { name: `User menu, ${person.email}` }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.close()
    await expect(page).toHaveURL('/auth')
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email address').fill(newEmail())
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test('sees what is wrong with an email, a password, or both', async ({ page, person }) => {
    await page.goto('/auth')
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await page.getByLabel('Email address').fill('not an address')
    await submit.click()
    await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
    await page.getByLabel('Email address').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText(
      'The email or password you entered is incorrect. Please try again.',
    )

    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('This email is already registered. Please try signing in instead.')
  })
})

test('shows a spinner, and nothing of the app, while the session is loading', async ({ page, person }) => {
  // An expired token must be renewed first; the response is held back until the screen was checked.
  const answers = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    await answers.promise
    await route.continue()
  })
  const expired = `(() => {
    const session = JSON.parse(localStorage.getItem('onhand-session') ?? 'null')
    if (!session || sessionStorage.getItem('expired-once')) return
    sessionStorage.setItem('expired-once', 'yes')
    localStorage.setItem('onhand-session', JSON.stringify({ ...session, expires_at: 1_000, expires_in: -1 }))
  })()`
  await runFirst(page, expired)
  await page.goto('/categories')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page).toHaveURL('/categories')
  answers.resolve()
  await expect(page.getByRole('button', { name: `User menu, ${person.email}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
})

test('a signed-in person who opens /auth is sent to the dashboard', async ({ page }) => {
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('the sidebar marks the current screen by path prefix, and the dashboard only on an exact match', async ({
  page,
}) => {
  const active = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  for (const [path, name] of [
    ['/', 'Dashboard'],
    ['/categories', 'Categories'],
    ['/categories/new', 'Categories'],
    ['/suppliers/new', 'Suppliers'],
    ['/location-transfers', 'Transfers'],
    ['/stock-count', 'Locations'],
  ] as const) {
    await visit(page, path)
    await expect(active).toHaveText([name])
  }
})

test('the sidebar is fixed on large screens and slides over small ones', async ({ page }) => {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/categories')
  await expect(navigation).toBeInViewport()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(navigation).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(navigation).toBeInViewport()
  await navigation.getByRole('link', { name: 'Suppliers' }).click()
  await expect(page).toHaveURL('/suppliers')
  await expect(navigation).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeFocused()

  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('button', { name: 'Close navigation' }).click()
  await expect(navigation).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeFocused()
})

test('signing out in one tab signs out the other, and leaves nothing behind', async ({ page, context, person }) => {
  await page.goto('/categories')
  const other = await context.newPage()
  await other.goto('/suppliers')
  await expect(other.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()

  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL('/auth')
  // If sign-in wasn't the requested page, it says why it is shown.
  const ended = 'Your session has ended. Sign in again to continue.'
  await expect(other.getByText(ended)).toBeVisible()
  await expect(page.getByText(ended)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('onhand-session'))).toBeNull()
  await page.goto('/categories')
  await expect(page).toHaveURL('/auth')
})

test('the next person on the same browser sees nothing of the previous one', async ({ page, person }) => {
  await person.call(createCategory, { name: 'Secret plans', color: '#3B82F6' })
  await page.goto('/categories')
  await expect(page.getByText('Secret plans')).toBeVisible()
  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()

  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await page.getByLabel('Email address').fill(newEmail())
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(page.getByText('No categories found')).toBeVisible()
  await expect(page.getByText('Secret plans')).toHaveCount(0)
})

test('Back after signing out shows none of the previous content', async ({ page, person }) => {
  await person.call(createCategory, { name: 'Secret plans', color: '#3B82F6' })
  await page.goto('/locations')
  await page.getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByText('Secret plans')).toBeVisible()
  await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  // Not even for a moment: from here on, everything that is drawn is recorded.
  await page.evaluate(`{
    globalThis.seen = []
    const look = () => seen.push(document.body.innerText)
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  }`)
  await page.goBack()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  const seen = (await page.evaluate('globalThis.seen ?? []')) as string[]
  expect(seen.filter((text) => /Secret plans|Main Warehouse/.test(text))).toEqual([])
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
})

test('an unknown address says so and links back', async ({ page }) => {
  await page.goto('/no-such-screen')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL('/')
})
