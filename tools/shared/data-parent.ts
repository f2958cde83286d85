import { existsSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Linux keeps this folder in memory. */
export const inMemory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * The folder in which tests create data folders: in memory where there is plenty. A database is a thousand files: one
 * took PostgreSQL 260 to 470 ms of processor time on the disk of a busy machine, and 35 to 50 ms in memory. A copied
 * cluster that was started, killed three times and removed took 12 to 13 s on disk and 6 in memory, where there is
 * nothing to sync.
 */
export function dataParent(): string {
  if (!existsSync(inMemory) || freemem() < 8 * gigabyte) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  // The write-ahead log grows to 2 GB, and a database takes 16 MB.
  return bavail * bsize < 4 * gigabyte ? tmpdir() : inMemory
}
