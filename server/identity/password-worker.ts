import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { existsSync, readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** One thread of the pool in password-workers.ts: hashes passwords one after the other. */
export type HashRequest = Readonly<{ id: number; parameters: Argon2Parameters }>
export type HashAnswer = Readonly<{ id: number; hash: Uint8Array } | { id: number; error: string }>

// A sign-in can wait a few milliseconds; a posting on the same core should not. On Linux each thread has its own
// priority.
const self = '/proc/thread-self'
const { PRIORITY_BELOW_NORMAL: low } = constants.priority
if (process.platform === 'linux' && existsSync(self)) {
  const thread = Number(readlinkSync(self).split('/').at(-1))
  // Raising the priority requires privileges: a server started with a lower one keeps it.
  if (getPriority(thread) < low) setPriority(thread, low)
}

parentPort?.on('message', ({ id, parameters }: HashRequest) => {
  const answer = (value: HashAnswer) => parentPort?.postMessage(value)
  try {
    answer({ id, hash: argon2Sync('argon2id', parameters) })
  } catch (error) {
    answer({ id, error: String(error) })
  }
})
