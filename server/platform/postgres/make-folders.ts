import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents with this mode; an existing one stays as it is. Node's own recursive `mkdir`
 * never returns where the system reports ENOENT below a folder that exists, as /proc does.
 */
export function makeFolders(path: string, mode: number): void {
  if (existsSync(path)) return
  makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
