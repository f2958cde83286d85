import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

/**
 * What poolers do with connections: refuse those with settings, as PgBouncer does by default; drop the settings, as it
 * does with `ignore_startup_parameters`; or give all clients one connection, as in transaction mode.
 */
export type Pooling = 'refuses settings' | 'drops settings' | 'shares a connection'

const sslRequest = 80_877_103

/** A pooler in front of a server behind a socket in the file system; returns how to connect to it. */
export async function pooler(to: pg.ClientConfig, pooling: Pooling): Promise<pg.ClientConfig> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // The test ends them without a farewell.
    return socket.on('error', () => {})
  }
  const far = () => keep(net.connect(`${to.host}/.s.PGSQL.${to.port}`))
  const share = sharedConnection(far)
  const server = net.createServer((near) => {
    keep(near)
    near.once('data', (first: Buffer) => {
      const startup = first.readInt32BE(4) === sslRequest ? first.subarray(8) : first
      if (pooling === 'refuses settings') near.end(errorResponse('unsupported startup parameter: options'))
      else if (pooling === 'shares a connection') share(near, startup)
      else {
        const onward = far()
        onward.write(withoutOptions(startup))
        onward.pipe(near)
        near.pipe(onward)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { ...to, host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

/** Clients that take turns: the first one's greeting is repeated for the others, and responses go to the last asker. */
function sharedConnection(far: () => Socket): (near: Socket, startup: Buffer) => void {
  let onward: Socket | undefined
  let greeting = Buffer.alloc(0)
  let asker: Socket
  return (near, startup) => {
    asker = near
    if (onward) near.write(greeting)
    else {
      let isGreeted = false
      onward = far()
      onward.write(startup)
      onward.on('data', (bytes: Buffer) => {
        if (!isGreeted) greeting = Buffer.concat([greeting, bytes])
        asker.write(bytes)
      })
      near.once('data', () => (isGreeted = true))
    }
    const shared = onward
    near.on('data', (bytes: Buffer) => {
      asker = near
      // The end of one client doesn't end the connection (X: Terminate).
      if (bytes[0] !== 0x58) shared.write(bytes)
      else near.end()
    })
  }
}

/** The startup message without `options`. */
function withoutOptions(startup: Buffer): Buffer {
  const texts = startup.subarray(8).toString().split('\0')
  const kept: string[] = []
  for (let n = 0; texts[n]; n += 2) if (texts[n] !== 'options') kept.push(texts[n]!, texts[n + 1]!)
  const parameters = Buffer.from(`${kept.map((text) => `${text}\0`).join('')}\0`)
  const message = Buffer.concat([startup.subarray(0, 8), parameters])
  message.writeInt32BE(message.length, 0)
  return message
}

function errorResponse(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`)
  const message = Buffer.concat([Buffer.from('E\0\0\0\0'), fields])
  message.writeInt32BE(message.length - 1, 1)
  return message
}
