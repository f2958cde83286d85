import { createProduct } from '../contract/products.ts'
import { expect, test } from './support/test.ts'

/** The page's service worker. */
const ready = 'navigator.serviceWorker.ready'

test('the service worker shows each push message once, and pressing it opens its screen', async ({
  page,
  context,
  baseURL,
  person,
}) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4 })
  await context.grantPermissions(['notifications'])
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByText('Notifications in this browser', { exact: true })).toBeVisible()

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(`navigator.serviceWorker.register('/push-worker.js').then(() => ${ready}).then(() => null)`)
  const registrationId = await registered
  const push = (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: baseURL ?? '',
      registrationId,
      data: JSON.stringify(message),
    })
  const shown = () =>
    page.evaluate<string[]>(
      `${ready}.then((own) => own.getNotifications()).then((all) => all.map((one) => one.tag + ': ' + one.title + ', ' + one.body).sort())`,
    )
  const message = { id: 'a', title: 'Out of stock: Tea', body: '', url: `/products/${tea.id}`, org_id: person.org_id }
  await push(message)
  await expect.poll(shown).toEqual(['a: Out of stock: Tea, '])
  // Delivered again with the same id, before another message.
  await push({ ...message, body: '3 backordered' })
  await push({ ...message, id: 'b', title: 'You were mentioned: Tea' })
  await expect.poll(shown).toEqual(['a: Out of stock: Tea, 3 backordered', 'b: You were mentioned: Tea, '])

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(filter: object): Promise<unknown[]> }
      NotificationEvent: new (type: string, init: object) => Event
      dispatchEvent(event: Event): boolean
    }
    const [notification] = await scope.registration.getNotifications({ tag: 'a' })
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Tea' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/products/${tea.id}$`))
  await expect.poll(shown).toEqual(['b: You were mentioned: Tea, '])
  await page.evaluate(`${ready}.then((own) => own.unregister())`)
})
