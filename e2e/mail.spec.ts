import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { accessible } from './support/accessible.ts'
import { freePort } from './support/free-port.ts'
import { goodPassword, newEmail, sessionIn } from './support/person.ts'
import { newServer } from './support/server.ts'
import { expect, test } from './support/test.ts'
import { dialog } from './support/texts.ts'

type Mailbox = { messages: string[]; close: () => Promise<void> }

/** Takes mail on a port until it is closed. */
async function mailbox(port: number): Promise<Mailbox> {
  const messages: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => void text(stream).then((message) => (messages.push(message), done()), done),
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { messages, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** The link of the only e-mail so far. */
function linkIn(messages: readonly string[]): string {
  const plain = (messages[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /http:\/\/localhost:\d+\/auth\/confirm\S+/.exec(plain)?.[0] ?? ''
}

test.use({ signedIn: false })

test('with a mail server an address is confirmed from its mail, and documents go out', async ({ page }) => {
  const port = await freePort()
  const server = await newServer()
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

    // Opening the link, as a mail scanner does, uses nothing up.
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
    await page.getByRole('button', { name: 'E-mail' }).click()
    const to = dialog(page).getByRole('textbox', { name: 'To' })
    await expect(to).toHaveValue('ana@shop.example')
    const send = dialog(page).getByRole('button', { name: 'Send' })
    await to.fill('ana@shop.example, eve@evil.example')
    await send.click()
    await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible()
    await accessible(page, '[role=dialog]')
    await to.fill('ana@shop.example')
    await mail.close()
    await send.click()
    await expect(dialog(page).getByText('The mail server does not answer. Please try again later.')).toBeVisible()
    mail = await mailbox(port)
    await send.click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Order Confirmation sent to ana@shop.example')).toBeVisible()
    const sent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'E-mails' }) })
    await expect(sent.getByRole('listitem')).toHaveCount(1)
    await expect(sent).toContainText('Order ConfirmationSentana@shop.example')
    await accessible(page)
    expect(mail.messages).toHaveLength(1)
    expect(mail.messages[0]).toContain(`Subject: Order Confirmation ${order_number}`)
  } finally {
    await mail.close()
    await server.remove()
  }
})

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
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'E-mail' })).toBeHidden()
})
