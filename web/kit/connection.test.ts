import { afterEach, expect, test, vi } from 'vitest'
import { askNow, connectionState, watchNetwork } from './connection.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('going offline is noticed immediately unless the server still responds, and so is coming back', async () => {
  vi.useFakeTimers()
  const network = new EventTarget()
  const world = { reachable: true, onLine: true }
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('navigator', {
    get onLine() {
      return world.onLine
    },
  })
  vi.stubGlobal('fetch', async () => {
    if (!world.reachable) throw new TypeError('Failed to fetch')
    return new Response(null, { status: 200 })
  })
  watchNetwork()
  const happens = async (name: 'offline' | 'online', reachable: boolean) => {
    Object.assign(world, { reachable, onLine: name === 'online' })
    network.dispatchEvent(new Event(name))
    await vi.advanceTimersByTimeAsync(0)
    return connectionState()
  }
  expect(await happens('offline', true)).toBe('up')
  expect(await happens('offline', false)).toBe('offline')
  expect(await happens('online', false)).toBe('down')
  expect(await happens('offline', false)).toBe('offline')
  expect(await happens('online', true)).toBe('up')
  await askNow()
})
