import { globSync, readFileSync } from 'node:fs'

/** A longer file of code contains more than one idea. */
const most = 300

/** As the linter counts them in TypeScript: without comments and blank lines. */
const mostInFunction = 70

/**
 * Returns one message for each file of code that is too long, and for each long SQL function without a reason. Tests
 * are lists and may be longer; released migrations stay unchanged.
 */
export function checkFileLength(): string[] {
  return globSync('{bench,contract,db,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql,css}')
    .filter((file) => !/^db\/migrations\/|\.(test|spec)\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      const problems = [...tooLong(source), ...(file.endsWith('.sql') ? longFunction(source) : [])]
      return problems.map((problem) => `${file}: ${problem}`)
    })
}

export function tooLong(source: string): string[] {
  const lines = source.replace(/\n$/, '').split('\n').length
  return lines > most ? [`${lines} lines. Split it by idea into files of at most ${most} lines.`] : []
}

/** A long SQL function says why it isn't several: functions there can't share variables or read another's tables. */
export function longFunction(source: string): string[] {
  const lines = source.split('\n').filter((line) => !/^\s*(--|$)/.test(line)).length
  if (lines <= mostInFunction || !/^create or replace function/m.test(source)) return []
  if (/^-- One function because \w/m.test(source)) return []
  return [`${lines} lines in one function. Split it, or begin a line above it with "-- One function because".`]
}
