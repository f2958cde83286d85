import { globSync, readFileSync } from 'node:fs'

/** Returns one message for each rule of the linter that is turned off somewhere without a reason. */
export function checkLintReasons(): string[] {
  return globSync('{bench,contract,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs}')
    .filter((file) => !file.startsWith('web/dist/'))
    .sort()
    .flatMap((file) => withoutReason(readFileSync(file, 'utf8')).map((problem) => `${file}:${problem}`))
}

export function withoutReason(source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const comment = /(?:\/\/|\/\*)\s*((?:ox|es)lint-disable\S*)(.*)/.exec(line)
    if (!comment) return []
    if (comment[1]?.startsWith('es')) return [`${index + 1}: the linter is oxlint: write oxlint-disable.`]
    const [, reason = ''] = comment[2]?.split(' -- ') ?? []
    const words = reason.match(/[\w'’]+/g) ?? []
    return words.length < 3 ? [`${index + 1}: add the reason after " -- ", in three words or more.`] : []
  })
}
