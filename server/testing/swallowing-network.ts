import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import type pg from 'pg'

export type SwallowingNetwork = Readonly<{
  /** How to reach the same database through it. */
  connection: pg.ClientConfig
  /**
   * From now on it accepts everything and delivers nothing, like a firewall that forgot a connection: neither side is
   * notified.
   */
  swallow(): void
  isSwallowing(): boolean
  /** New connections work again; those that lost data stay broken. */
  heal(): void
  close(): void
}>

/** A TCP proxy to a server behind a socket in the file system. */
export async function swallowingNetwork(to: pg.ClientConfig): Promise<SwallowingNetwork> {
  let swallowing = false
  const sockets = new Set<Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(`${to.host}/.s.PGSQL.${to.port}`)
    let lost = swallowing
    for (const [from, onward] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        lost ||= swallowing
        if (!lost) onward.write(bytes)
      })
      // Neither side is notified that the other has disconnected.
      const leave = () => void (lost || onward.destroy())
      from.on('error', leave)
      from.on('close', () => {
        sockets.delete(from)
        leave()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    connection: { ...to, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    swallow: () => void (swallowing = true),
    isSwallowing: () => swallowing,
    heal: () => void (swallowing = false),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
