export type HttpAnswer = { status: number; body: string }

const headEnd = '\r\n\r\n'
const lastChunk = '0\r\n\r\n'

/**
 * Reads the response to the request in flight; null while bytes are missing. Decodes the body only if the response
 * isn't a success. Supports what our server sends: a Content-Length, chunks of JSON (which contains no raw line
 * breaks), or no body.
 */
export function readHttpAnswer(bytes: Buffer): HttpAnswer | null {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return null
  const head = bytes.toString('latin1', 0, end)
  const start = end + headEnd.length
  const status = Number(head.slice(9, 12))
  const length = /\ncontent-length: *(\d+)/i.exec(head)
  if (length ? bytes.length < start + Number(length[1]) : !isWhole(head, bytes, start)) return null
  return { status, body: status < 300 ? '' : bytes.toString('utf8', start) }
}

function isWhole(head: string, bytes: Buffer, start: number): boolean {
  if (!/\ntransfer-encoding: *chunked/i.test(head)) return true
  return (
    bytes.length >= start + lastChunk.length && bytes.toString('latin1', bytes.length - lastChunk.length) === lastChunk
  )
}
