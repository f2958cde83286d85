import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type Delivered = Readonly<{ from: string; to: readonly string[]; message: string }>

/** A real mail server on a free port of this machine, and what it was given. */
export type MailServer = Readonly<{ url: string; delivered: Delivered[] }>

type Conduct = {
  /** Answers no to these recipients. */
  refuses?: (recipient: string) => boolean
  /** Waits with its last word until this is over. */
  waits?: Promise<void>
}

const addressOf = (address: SMTPServerAddress | false) => (address ? address.address : '')

/** Takes mail for the rest of the test. */
export async function mailServer({ refuses = () => false, waits }: Conduct = {}): Promise<MailServer> {
  const delivered: Delivered[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refuses(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const take = async () => {
        const message = await text(stream)
        await waits
        delivered.push({ from: addressOf(envelope.mailFrom), to: envelope.rcptTo.map(addressOf), message })
      }
      take().then(() => done(), done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: urlOf(server.server as Server), delivered }
}

/** Something that takes connections and says what it is told to say, by default nothing ever; `murmurs` it says again and again. */
export async function silentServer(greeting = '', murmurs = ''): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(greeting)
    const murmuring = setInterval(() => socket.write(murmurs), 50)
    socket.on('close', () => clearInterval(murmuring))
    onTestFinished(() => void socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return urlOf(server)
}

function urlOf(server: Server): string {
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
