import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from './postgres/make-folders.ts'
import { createFile } from './postgres/create-file.ts'

/**
 * The app role's password on an external PostgreSQL: created once, stored in the data folder, readable by the server's
 * user only. Throws if the file is empty: an earlier version was interrupted while it wrote it.
 */
export async function appSecret(dataDir: string): Promise<string> {
  makeFolders(dataDir, 0o700)
  const file = join(dataDir, 'app-role-secret')
  // Of two servers that start together one writes it and both read the same.
  await createFile(file, randomBytes(24).toString('base64url'))
  const secret = await readFile(file, 'utf8')
  if (secret === '')
    throw new Error(`${file} is empty. Restore it, or delete it so that another password is generated.`)
  return secret
}
