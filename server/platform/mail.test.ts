import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from './log.ts'
import { createMailer } from './mail.ts'

/** A mail server without STARTTLS, like one whose offer someone on the way removed, and the passwords it was sent. */
async function plainServer() {
  const passwords: string[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? '')
      done(null, { user: username })
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done())
    },
  })
  server.listen(0, '0.0.0.0')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { passwords, port: (server.server.address() as AddressInfo).port }
}

test.each([
  ['to another machine', '0.0.0.0', '', 'failed', []],
  ['to another machine, if the URL permits it', '0.0.0.0', '?requireTLS=false', 'sent', ['secret']],
  ['to this machine', '127.0.0.1', '', 'sent', ['secret']],
])('without TLS, a password sent %s (%s%s): %s', async (_where, host, query, outcome, sent) => {
  const { passwords, port } = await plainServer()
  const smtpUrl = `smtp://office:secret@${host}:${port}${query}`
  const mailer = createMailer({ smtpUrl, from: 'office@shop.example' }, silentLog)
  const mail = { id: '1', fromName: 'Shop', to: 'ana@shop.example', subject: 'Order', text: 'Hello' }
  expect([await mailer.deliver(mail), passwords]).toEqual([outcome, sent])
})
