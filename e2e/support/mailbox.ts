import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Mailbox = { messages: string[]; close: () => Promise<void> }

/** Receives emails on a port until it is closed. */
export async function mailbox(port: number): Promise<Mailbox> {
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

/** The text of a message, with its long lines joined. */
export const plain = (message = '') => message.replaceAll('=\r\n', '').replaceAll('=3D', '=')

/** The code in the newest email, which can be used instead of its link. */
export function codeIn(messages: readonly string[]): string {
  return /\b\d{6}\b/.exec(plain(messages.at(-1)).split('code: ').slice(1).join(''))?.[0] ?? ''
}
