import { globSync, readFileSync } from 'node:fs'

/** Explains every code that a test's title begins with. */
const keyPath = 'docs/reliability.md'

/**
 * Returns one line for each title that begins with a code (B3, F16) or contains one in parentheses, and that
 * docs/reliability.md doesn't explain.
 */
export function checkTestCodes(): string[] {
  const key = keyOf(readFileSync(keyPath, 'utf8'))
  const files = globSync('{contract,ledger,server,web,e2e,bench,tools}/**/*.{test,spec}.{ts,tsx}').sort()
  return files.flatMap((file) =>
    codesIn(readFileSync(file, 'utf8'))
      .filter(({ code }) => !key.has(code))
      .map(({ code, line }) => `${file}:${line}: no row of ${keyPath} explains ${code}. Add one, or drop the code.`),
  )
}

/** The codes explained by a document: at the beginning of a table's row, or bold in its text. */
export function keyOf(document: string): Set<string> {
  const rows = [...document.matchAll(/^\| ([A-Z]\d+(?:, [A-Z]\d+)*)(?=:| \|)/gm)]
  const bold = [...document.matchAll(/\*\*([A-Z]\d+)\*\*/g)]
  return new Set([...rows, ...bold].flatMap(([, codes = '']) => codes.split(', ')))
}

/** The codes in the titles of a file's tests. */
export function codesIn(source: string): { code: string; line: number }[] {
  const titles = source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1/g)
  return [...titles].flatMap(({ 2: title = '', index }) => {
    const [, first = ''] = /^([A-Z]\d+(?:, [A-Z]\d+)*):/.exec(title) ?? []
    const codes = [...first.split(', '), ...[...title.matchAll(/\(([A-Z]\d+)\)/g)].map(([, code = '']) => code)]
    const line = source.slice(0, index).split('\n').length
    return codes.filter((code) => code !== '').map((code) => ({ code, line }))
  })
}
