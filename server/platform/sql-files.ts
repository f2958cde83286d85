import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A file of db/ or ledger/sql/; `path` is from the repository's root. */
export type SqlFile = { path: string; text: string }

/** The SQL files of a folder and its subfolders, by path. */
export async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  const paths = names.filter((name) => name.endsWith('.sql')).map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
  return Promise.all(paths.sort().map(sqlFile))
}

/** One file, by its path from the root of the repository. */
export async function sqlFile(path: string): Promise<SqlFile> {
  return { path, text: await readFile(join(root, path), 'utf8') }
}

/** The hash that tells whether a file has changed. */
export function hashOf(files: SqlFile[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.path).update('\0').update(file.text).update('\0')
  return hash.digest('hex')
}
