import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { makeFolders } from './make-folders.ts'

test('missing parents are created with the mode, and an existing folder stays as it is', () => {
  const { path, remove } = temporaryFolder('onhand-folders-')
  onTestFinished(remove)
  const inner = join(path, 'one/two')
  makeFolders(inner, 0o750)
  makeFolders(inner, 0o700)
  for (const folder of [inner, join(path, 'one')]) expect(statSync(folder).mode & 0o777).toBe(0o750)
})

// In a process of its own, which can be ended: Node's recursive mkdir never returns here.
test.runIf(process.platform === 'linux')('a folder that the system refuses to create is an error', async () => {
  const program = `import { makeFolders } from '${join(import.meta.dirname, 'make-folders.ts')}'
    makeFolders('/proc/onhand/data', 0o700)`
  const output = await new Promise<string>((resolve) => {
    const args = ['--input-type=module', '--eval', program]
    execFile(process.execPath, args, { timeout: 60_000 }, (_error, _stdout, stderr) => resolve(stderr))
  })
  expect(output).toContain("ENOENT: no such file or directory, mkdir '/proc/onhand'")
})
