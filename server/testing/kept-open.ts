import { Socket } from 'node:net'

/** What a file leaves open because the next ones use it: the shared server and its connections. */
const open = { servers: 0, connections: new Set<Socket>() }

export function keepServer(): void {
  open.servers += 1
}

/** A socket to PostgreSQL that may outlive its file. */
export function keptConnection(): Socket {
  const socket = new Socket()
  open.connections.add(socket)
  socket.once('close', () => open.connections.delete(socket))
  return socket
}

/** How many resources of a kind that Node counts as open are meant to stay open. */
export function countKeptOpen(kind: string): number {
  if (kind === 'TCPServerWrap') return open.servers
  // A socket is counted by Node while it is connected or connecting.
  return kind === 'PipeWrap'
    ? [...open.connections].filter(({ destroyed, pending, connecting }) => !destroyed && (!pending || connecting))
        .length
    : 0
}
