import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readWorkbook } from '../read/read-workbook.ts'

/** The result of reading a workbook, and the peak memory. */
export type Reading = { sentence: string; grownMb: number }

/** Reads a workbook in a separate process, so that nothing else counts. */
export async function readingMemory(file: Uint8Array, fileName: string): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'onhand-reading-'))
  const path = join(folder, fileName)
  writeFileSync(path, file)
  try {
    // Short-lived values in two times 8 MB, as the launcher starts the server.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-semi-space-size=8',
      import.meta.filename,
      path,
    ])
    return JSON.parse(stdout) as Reading
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measure(path: string): Promise<Reading> {
  const file = new Uint8Array(readFileSync(path))
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 2)
  const sentence = await readWorkbook('', { file, file_name: path, columns: [], layouts: [] }).then(
    () => 'read',
    (error: unknown) => (error as Error).message,
  )
  clearInterval(sampling)
  return { sentence, grownMb: Math.ceil((most - before) / 1_048_576) }
}

const [, script, path] = process.argv
if (script === import.meta.filename && path) process.stdout.write(JSON.stringify(await measure(path)))
