import { globSync, readFileSync } from 'node:fs'

/** A longer file of code contains more than one idea. */
const most = 300

/**
 * Returns one message for each file of code that is too long. Tests are lists and may be longer; released migrations
 * stay unchanged.
 */
export function checkFileLength(): string[] {
  return globSync('{bench,contract,db,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql}')
    .filter((file) => !/^db\/migrations\/|\.(test|spec)\.tsx?$|(^|\/)testing\//.test(file))
    .sort()
    .flatMap((file) => tooLong(readFileSync(file, 'utf8')).map((problem) => `${file}: ${problem}`))
}

export function tooLong(source: string): string[] {
  const lines = source.replace(/\n$/, '').split('\n').length
  return lines > most ? [`${lines} lines. Split it by idea into files of at most ${most} lines.`] : []
}
