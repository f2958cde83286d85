import { createCategory, listCategories } from '../contract/categories.ts'
import { acceptInvitation, createInvitation } from '../contract/invitations.ts'
import { createProduct } from '../contract/products.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { accessible } from './support/accessible.ts'
import { remember } from './support/browser.ts'
import { type Person, signUp } from './support/person.ts'
import { expect, test } from './support/test.ts'

test("records of another organization look exactly like records that don't exist", async ({ page, baseURL }) => {
  const other = await signUp(baseURL ?? '')
  const category = await other.call(createCategory, { name: 'Theirs', color: '#10B981' })
  const supplier = await other.call(createSupplier, { name: 'Their supplier' })
  const product = await other.call(createProduct, { name: 'Their product', sku: 'T-1', price: 5, stock_quantity: 3 })
  const nowhere = crypto.randomUUID()

  for (const { folder, id, says, back } of [
    { folder: 'products', id: product.id, says: 'Product Not Found', back: 'Products' },
    { folder: 'categories', id: category.id, says: 'Category Not Found', back: 'Categories' },
    { folder: 'suppliers', id: supplier.id, says: 'Supplier Not Found', back: 'Suppliers' },
  ]) {
    for (const address of [`/${folder}/${id}`, `/${folder}/${nowhere}`, `/${folder}/not-an-id`]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: says })).toBeVisible()
      await expect(page.getByText(/Their/)).toHaveCount(0)
    }
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(back, 'i') })
      .first()
      .click()
    await expect(page).toHaveURL(`/${folder}`)
    await expect(page.getByText(/Their/)).toHaveCount(0)
  }
})

test("a filter with another organization's record shows nothing of it", async ({ page, baseURL }) => {
  const other = await signUp(baseURL ?? '')
  const product = await other.call(createProduct, { name: 'Their product', sku: 'T-1', price: 5, stock_quantity: 3 })
  for (const address of [
    `/transactions?product=${product.id}`,
    `/transactions?product=${product.id}&type=opening`,
    `/transactions?product=${product.id}&add=1`,
    `/location-transfers?product=${product.id}`,
    `/products?category=${product.id}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByText(/Their product/)).toHaveCount(0)
  }
})

test("a link to another of the person's companies offers to switch, and opens the record", async ({
  page,
  person,
  baseURL,
}) => {
  const other = await signUp(baseURL ?? '')
  const company = other.email.split('@')[0] ?? ''
  const product = await other.call(createProduct, { name: 'Their product', sku: 'T-1', price: 5, stock_quantity: 3 })
  const { link } = await other.call(createInvitation, { role: 'viewer' })
  await person.call(acceptInvitation, { secret: link?.split('#')[1] ?? '' })
  await page.goto(`/products/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`This product belongs to ${company}`)
  await accessible(page)
  await page.getByRole('button', { name: `Switch to ${company}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Their product')
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(company)
  await expect(page).toHaveURL(`/products/${product.id}`)
})

test('a form is saved in the company of its tab, whichever another tab chose, and closes when a colleague signs in', async ({
  page,
  person,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const other = await signUp(url)
  const join = async (joins: Person, owner: Person) => {
    const { link } = await owner.call(createInvitation, { role: 'admin' })
    await joins.call(acceptInvitation, { secret: link?.split('#')[1] ?? '' })
  }
  await join(person, other)
  await join(other, person)
  const theirs = await other.call(createCategory, { name: 'Theirs', color: '#3B82F6' })
  await page.goto('/categories/new')
  const name = page.getByRole('textbox', { name: 'Category Name' })
  await name.fill('Fasteners')

  const second = await page.context().newPage()
  await second.goto(`/categories/${theirs.id}`)
  await second.getByRole('button', { name: /^Switch to/ }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Edit Category')
  await name.press('Control+Enter')
  await expect(page.getByText('Fasteners was added')).toBeVisible()
  const namesOf = async (owner: Person) => (await owner.all(listCategories, {})).map((category) => category.name)
  expect(await namesOf(person)).toContain('Fasteners')
  expect(await namesOf(other)).toEqual(['Theirs'])

  // On a computer they share, a link in an email replaces the session of every tab. Both work in the same company.
  await page.goto('/categories/new')
  await name.fill('Secret plans')
  await remember(second, other.in(person.org_id), url)
  await second.evaluate((session) => {
    new BroadcastChannel('onhand-session').postMessage({ event: 'SIGNED_IN', session })
  }, other.session)
  await expect(name).toHaveValue('')
})
