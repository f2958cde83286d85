import { setTimeout as sleep } from 'node:timers/promises'
import type { CpuProfile } from './node-stacks.ts'

const interval_microseconds = 500
const attempts = 50
const pauseMs = 100

/**
 * Profiles a running Node process with its inspector, which a signal opens on the port that the process was started
 * with (`--inspect-port`). Returns a function that stops and returns the profile.
 */
export async function profileNode(pid: number, port: number): Promise<() => Promise<CpuProfile>> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerAddress(port))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector refused the connection')), { once: true })
  })
  let last = 0
  const send = <T>(method: string, params = {}): Promise<T> => {
    const id = ++last
    return new Promise((resolve, reject) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: T; error?: { message: string } }
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: interval_microseconds })
  await send('Profiler.start')
  return async () => {
    const { profile } = await send<{ profile: CpuProfile }>('Profiler.stop')
    socket.close()
    return profile
  }
}

async function debuggerAddress(port: number): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const [target] = answer?.ok ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : []
    if (target) return target.webSocketDebuggerUrl
    await sleep(pauseMs)
  }
  throw new Error(`the server opened no inspector on port ${port}`)
}
