import { randomUUID } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import type { Answered, Connection } from './connection.ts'
import { readHttpAnswer } from './http-answer.ts'
import { freshId, type HttpRequest } from './plan.ts'

/** A request as bytes, prepared once, and where its new id is inserted. */
export type EncodedRequest = { bytes: Buffer; idsAt: number[] }

export function encodeRequest({ method, path, headers, body }: HttpRequest, host: string): EncodedRequest {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
  const idsAt: number[] = []
  for (let at = bytes.indexOf(freshId); at !== -1; at = bytes.indexOf(freshId, at + 1)) idsAt.push(at)
  return { bytes, idsAt }
}

/**
 * A keep-alive connection that uses little processor time: requests are prepared beforehand, and of a response only the
 * end is located. Connects on first use, and again after the server closed it.
 */
export function httpConnection(host: string, port: number): Connection<EncodedRequest> {
  let socket: Socket | null = null
  let waiting: Answered | null = null
  let received: Buffer | null = null

  const answer = (status: number, text: string) => {
    const answered = waiting
    waiting = null
    received = null
    answered?.(status, text)
  }
  const connect = () => {
    const made = createConnection({ host, port, noDelay: true })
    let problem = 'the server closed the connection'
    made.on('data', (bytes) => {
      received = received ? Buffer.concat([received, bytes]) : bytes
      const read = readHttpAnswer(received)
      if (read) answer(read.status, read.body)
    })
    made.on('error', (error) => (problem = error.message))
    made.on('close', () => {
      if (socket === made) socket = null
      if (waiting) answer(0, problem)
    })
    return made
  }
  return {
    ask({ bytes, idsAt }, answered) {
      waiting = answered
      socket ??= connect()
      socket.write(withFreshId(bytes, idsAt))
    },
    close: () => socket?.destroy(),
  }
}

/** A copy, because bytes that wait to be sent on another connection must not change. */
function withFreshId(bytes: Buffer, idsAt: readonly number[]): Buffer {
  if (idsAt.length === 0) return bytes
  const own = Buffer.from(bytes)
  const id = randomUUID()
  for (const at of idsAt) own.write(id, at, 'latin1')
  return own
}
