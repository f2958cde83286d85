import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { InputOf } from '../../contract/endpoint.ts'
import { createProduct } from '../../contract/products.ts'
import { createSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { accessible } from '../support/accessible.ts'
import type { Person } from '../support/person.ts'
import { expect, test } from '../support/test.ts'
import { dialog } from '../support/texts.ts'

/** Two tea for Ana, of five that are there. */
async function order(person: Person, more: Partial<InputOf<typeof createSalesOrder>> = {}): Promise<SalesOrder> {
  const sku = `TEA-${crypto.randomUUID()}`
  const tea = await person.call(createProduct, { name: 'Tea', sku, price: 4, stock_quantity: 5 })
  return person.call(createSalesOrder, {
    customer_name: 'Ana Trujillo',
    customer_email: 'ana@shop.example',
    lines: [{ product_id: tea.id, quantity: 2, unit_price: 4 }],
    ...more,
  })
}

test('documents go out by e-mail when the mail server takes them; without a mail server nothing offers to', async ({
  page,
  person,
}) => {
  const { id, order_number } = await order(person)
  await page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), can_mail: false } })
  })
  await page.goto(`/sales-orders/${id}`)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'E-mail' })).toBeHidden()
  await page.unrouteAll()

  await page.reload()
  await page.getByRole('button', { name: 'E-mail' }).click()
  const to = dialog(page).getByRole('textbox', { name: 'To' })
  await expect(to).toHaveValue('ana@shop.example')
  const send = dialog(page).getByRole('button', { name: 'Send' })
  await to.fill('ana@shop.example, eve@evil.example')
  await send.click()
  await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible()
  await accessible(page, '[role=dialog]')
  await to.fill('ana@shop.example')
  // Nobody listens yet.
  await send.click()
  await expect(dialog(page).getByText('The mail server does not answer. Please try again later.')).toBeVisible()

  const messages: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => void text(stream).then((message) => (messages.push(message), done()), done),
  })
  server.listen(Number(process.env.JOURNEYS_MAIL_PORT), '127.0.0.1')
  await once(server.server, 'listening')
  try {
    await send.click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Order Confirmation sent to ana@shop.example')).toBeVisible()
    const sent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'E-mails' }) })
    await expect(sent.getByRole('listitem')).toHaveCount(1)
    await expect(sent).toContainText(`Order ConfirmationSentana@shop.example`)
    await accessible(page)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain(`Subject: Order Confirmation ${order_number}`)
})
