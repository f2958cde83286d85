import { copyFileSync, statSync, truncateSync } from 'node:fs'

const limitBytes = 10 * 1024 * 1024

/**
 * Keeps a log that another process appends to at about 10 MB: a larger one becomes the previous one (`.1`). It is
 * emptied in place, because that process keeps it open; lines written meanwhile may be lost.
 */
export function limitLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= limitBytes) return
  try {
    copyFileSync(path, `${path}.1`)
  } finally {
    // Also if the disk is too full for the copy: this makes room.
    truncateSync(path)
  }
}
