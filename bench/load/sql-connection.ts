import { createConnection } from 'node:net'
import type { Answered, Connection } from './connection.ts'

const integer_oid = 23
const isReady = 'Z'.charCodeAt(0)
const isError = 'E'.charCodeAt(0)

/**
 * A PostgreSQL session that runs one prepared statement with an integer, each in its own transaction, like `pgbench
 * --protocol=prepared`: one socket write and one read per statement. Resolves once it is prepared.
 */
export async function sqlConnection(
  socketPath: string,
  user: string,
  database: string,
  statement: string,
): Promise<Connection<number>> {
  const socket = createConnection(socketPath)
  let waiting: Answered | null = null
  let received: Buffer = Buffer.alloc(0)
  let problem = ''

  const take = (bytes: Buffer) => {
    received = received.length > 0 ? Buffer.concat([received, bytes]) : bytes
    let at = 0
    let ready = false
    while (received.length - at >= 5) {
      const length = received.readInt32BE(at + 1) + 1
      if (received.length - at < length) break
      if (received[at] === isError) problem = received.toString('utf8', at + 5, at + length)
      ready ||= received[at] === isReady
      at += length
    }
    received = received.subarray(at)
    if (!ready) return
    const [answered, text] = [waiting, problem]
    waiting = null
    problem = ''
    answered?.(text ? 500 : 200, text)
  }
  socket.on('data', take)
  socket.on('error', (error) => (problem = error.message))
  socket.on('close', () => waiting?.(0, problem || 'the connection was closed'))

  const send = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      waiting = (status, text) => (status === 200 ? resolve() : reject(new Error(text)))
      socket.write(bytes)
    })
  await send(startup(user, database))
  await send(Buffer.concat([message('P', zero('s'), zero(statement), int16(1), int32(integer_oid)), sync]))
  const execute = Buffer.concat([
    message('B', zero(''), zero('s'), int16(1), int16(1), int16(1), int32(4), int32(0), int16(0)),
    message('E', zero(''), int32(0)),
    sync,
  ])
  // After the type, the length, two names, the format, the number of values and the value's length.
  const valueAt = 1 + 4 + 1 + 2 + 2 + 2 + 2 + 4
  return {
    ask(value, answered) {
      execute.writeInt32BE(value, valueAt)
      waiting = answered
      socket.write(execute)
    },
    close: () => socket.end(message('X')),
  }
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const zero = (text: string) => Buffer.from(`${text}\0`)

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const sync = message('S')

function startup(user: string, database: string): Buffer {
  const version = int32(196_608)
  const body = Buffer.concat([version, zero('user'), zero(user), zero('database'), zero(database), zero('')])
  return Buffer.concat([int32(body.length + 4), body])
}
