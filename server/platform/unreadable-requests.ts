import type { Socket } from 'node:net'
import type { ErrorCode } from '../../contract/errors.ts'
import { STATUS_CODES } from './node-http.ts'
import { Refusal } from './refusal.ts'

const unreadable: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'payload_too_large',
  // The sender disconnected, or sent nothing for too long, in the middle of it.
  HPE_INVALID_EOF_STATE: 'incomplete_request',
  ERR_HTTP_REQUEST_TIMEOUT: 'incomplete_request',
}

/** What Node reports, with what it had read. */
export type UnreadableRequest = Error & { code?: string; rawPacket?: unknown }

/** A page to answer with, instead of a refusal. */
type Page = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>

/**
 * Answers invalid requests that don't even reach the router: an address or headers that are too long, a request that
 * was cut off, a line that isn't HTTP. Closes the connection.
 */
export function answerUnreadable(error: UnreadableRequest, socket: Socket, page?: Page): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error)
  const refusal = new Refusal(unreadable[error.code ?? ''] ?? 'unreadable_request')
  const status = page?.status ?? refusal.status
  const body = page?.body ?? JSON.stringify(refusal.body())
  const headers = {
    'cache-control': 'no-store',
    ...(page?.headers ?? { 'content-type': 'application/json; charset=utf-8' }),
  }
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
