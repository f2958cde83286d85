import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { whenOver } from './when-over.ts'

export type Delivered = Readonly<{ from: string; to: readonly string[]; message: string }>

/** A real mail server on a free port of this machine, and the emails it received. */
export type MailServer = Readonly<{ url: string; delivered: Delivered[] }>

type Conduct = {
  /** Rejects these recipients: permanently, or with the code it returns. */
  refuses?: (recipient: string) => boolean | number
  /** Delays its final response until this is over; if it is rejected, so is the email, for now. */
  waits?: Promise<void>
  /** Delays its responses to the sender and to the recipient by this. */
  slowMs?: number
}

const addressOf = (address: SMTPServerAddress | false) => (address ? address.address : '')

/** The mail server's rejection message. */
function refusal(refused: boolean | number): Error | null {
  if (refused === false) return null
  return Object.assign(new Error('not this mailbox'), { responseCode: refused === true ? 550 : refused })
}

/** Accepts email until the end of the test, or of the file it is started for. */
export async function mailServer({ refuses = () => false, waits, slowMs = 0 }: Conduct = {}): Promise<MailServer> {
  const delivered: Delivered[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) => void setTimeout(done, slowMs),
    onRcptTo: ({ address }, _session, done) => void setTimeout(() => done(refusal(refuses(address))), slowMs),
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
  whenOver(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: urlOf(server.server as Server), delivered }
}

/** A server that accepts connections and sends the given text, by default nothing; `murmurs` is sent repeatedly. */
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

/** A delivered email as its reader sees it. */
export type ReadMail = Readonly<{
  subject: string
  text: string
  html: string
  link: URL | undefined
  code: string | undefined
}>

/** Parses the two parts of an email, and its link and code. */
export function readMail({ message }: Delivered): ReadMail {
  const part = (type: string) => {
    const [, head = '', body = ''] =
      new RegExp(`(content-type: ${type}[\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`, 'i').exec(message) ?? []
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
    return /quoted-printable/i.test(head) ? fromQuotedPrintable(body) : body
  }
  const body = part('text/plain').replaceAll('\r\n', '\n')
  const link = /^https?:\/\/\S+\/auth\/confirm\S+$/m.exec(body)?.[0]
  return {
    subject: /^subject: (.*)$/im.exec(message)?.[1]?.trim() ?? '',
    text: body,
    html: part('text/html'),
    link: link === undefined ? undefined : new URL(link),
    code: /code: (\d{6})$/m.exec(body)?.[1],
  }
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
