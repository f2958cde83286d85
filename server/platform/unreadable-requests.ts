import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../contract/errors.ts'
import { Refusal } from './refusal.ts'

const unreadable: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'payload_too_large',
  // The sender disconnected, or sent nothing for too long, in the middle of it.
  HPE_INVALID_EOF_STATE: 'incomplete_request',
  ERR_HTTP_REQUEST_TIMEOUT: 'incomplete_request',
}

/**
 * Answers invalid requests that don't even reach the router: an address or headers that are too long, a request that
 * was cut off, a line that isn't HTTP. Closes the connection.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error)
  const refusal = new Refusal(unreadable[error.code ?? ''] ?? 'unreadable_request')
  const body = JSON.stringify(refusal.body())
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
