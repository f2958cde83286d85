import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import type { System } from '../platform/postgres/system.ts'

// Loaded before a server (`onSystem`): the system reports another host, boot and namespace of process numbers, as it
// would on another computer or in another container. Everything else is real.

const system = process.env.TEST_SYSTEM
if (system) {
  const { host, boot, processes } = JSON.parse(system) as System
  const { readFileSync, readlinkSync } = fs
  const read = (...how: Parameters<typeof readFileSync>) =>
    how[0] === '/proc/sys/kernel/random/boot_id' ? `${boot}\n` : readFileSync(...how)
  const readlink = (...how: Parameters<typeof readlinkSync>) =>
    how[0] === '/proc/self/ns/pid' ? processes : readlinkSync(...how)
  Object.assign(fs, { readFileSync: read, readlinkSync: readlink })
  Object.assign(os, { hostname: () => host })
  syncBuiltinESMExports()
}

/** The environment of a server that runs on this system. */
export const onSystem = (other: System) => ({
  NODE_OPTIONS: `--import ${new URL(import.meta.url).href}`,
  TEST_SYSTEM: JSON.stringify(other),
})
