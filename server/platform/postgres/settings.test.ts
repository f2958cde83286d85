import { expect, test } from 'vitest'
import { sharedMemoryType, usableMemory } from './settings.ts'

test('PostgreSQL is sized for the memory of its container, if that is limited', () => {
  const gigabyte = 1024 ** 3
  expect(usableMemory(64 * gigabyte, gigabyte)).toBe(gigabyte)
  expect(usableMemory(64 * gigabyte, 0)).toBe(64 * gigabyte)
  expect(usableMemory(64 * gigabyte, 2 ** 64)).toBe(64 * gigabyte)
})

test.skipIf(process.platform !== 'linux')('parallel queries don’t depend on a small or missing /dev/shm', () => {
  // This file system has no blocks at all.
  expect(sharedMemoryType('/proc')).toBe('sysv')
  expect(sharedMemoryType('/missing')).toBe('sysv')
  expect(sharedMemoryType('/')).toBe('posix')
})
