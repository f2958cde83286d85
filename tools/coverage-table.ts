import { existsSync, globSync, readFileSync } from 'node:fs'

/** Documents that name tests: the requirements, and the evidence of security. */
const tablePaths = ['docs/spec-coverage.md', 'docs/security.md']
const statuses = ['done', 'differs', 'note']

/**
 * A test as a row names it: `tools/arrows.test.ts`: "title", and further titles of the same file, separated by a comma
 * or semicolon.
 */
const testReference = /`([^`]+\.(?:test|spec)\.tsx?)`(?::((?:\s*"[^"]*"[,;]?)+))?/g

/**
 * Returns one line for each row of docs/spec-coverage.md and docs/security.md that names a file or a test title that
 * doesn't exist, has no known status, has an id that another row has, or says `done` without a test.
 */
export function checkCoverageTable(): string[] {
  const titles = new Map<string, TestTitles | null>()
  const titlesOf = (file: string) => {
    if (!titles.has(file)) titles.set(file, existsSync(file) ? testTitles(readFileSync(file, 'utf8')) : null)
    return titles.get(file) ?? null
  }
  return tablePaths.flatMap((path) =>
    coverageProblems(readFileSync(path, 'utf8'), titlesOf, pathExists).map((problem) => `${path}:${problem}`),
  )
}

export function coverageProblems(
  table: string,
  titlesOf: (file: string) => TestTitles | null,
  exists: (path: string) => boolean,
): string[] {
  const firstLines = new Map<string, number>()
  let isRequirements = false
  return table.split('\n').flatMap((line, index) => {
    const problems: string[] = []
    if (!line.startsWith('|')) isRequirements = false
    else if (line === '| row | requirement | status | shown by, or why |') isRequirements = true
    else if (!line.startsWith('|---') && isRequirements) problems.push(...rowProblems(line, index + 1, firstLines))
    const row = line.startsWith('| ') ? `row ${line.split(' | ')[0]?.slice(2)}` : 'text'
    problems.push(...referenceProblems(line, titlesOf, exists))
    return problems.map((problem) => `${index + 1}: ${row}: ${problem}`)
  })
}

function rowProblems(line: string, lineNumber: number, firstLines: Map<string, number>): string[] {
  const cells = line.replace(/^\| | \|$/g, '').split(' | ')
  const [id = '', , status = '', shownBy = ''] = cells
  if (cells.length !== 4) return [`has ${cells.length} cells instead of four; a | inside a cell is written \\|`]
  const problems: string[] = []
  if (!/^[AB]\d+[a-z]?$/.test(id)) problems.push('has no id like A12, B3 or A9b')
  const first = firstLines.get(id)
  if (first !== undefined) problems.push(`has the id of line ${first}`)
  else firstLines.set(id, lineNumber)
  if (!statuses.includes(status)) problems.push(`has the status "${status}" instead of one of ${statuses.join(', ')}`)
  const references = [...shownBy.matchAll(testReference)]
  if (status === 'done' && references.length === 0) problems.push('is done, but names no test')
  for (const [, file, titles] of references)
    if (titles === undefined) problems.push(`names ${file} without the title of a test: write \`${file}\`: "title"`)
  return problems
}

function referenceProblems(
  line: string,
  titlesOf: (file: string) => TestTitles | null,
  exists: (path: string) => boolean,
): string[] {
  const problems = [...line.matchAll(/`((?:contract|db|docs|e2e|server|tools|web|bench)\/[^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !exists(path))
    .map((path) => `${path} doesn't exist`)
  for (const [, file = '', named = ''] of line.matchAll(testReference)) {
    const titles = titlesOf(file)
    if (titles === null) continue
    for (const [, title = ''] of named.matchAll(/"([^"]*)"/g))
      if (!hasTitle(titles, title)) problems.push(`${file} has no test titled "${title}"`)
  }
  return problems
}

/** A file or folder, or a decision by its number alone. */
function pathExists(path: string): boolean {
  return existsSync(path) || (/^docs\/decisions\/\d{4}$/.test(path) && globSync(`${path}-*.md`).length > 0)
}

/** The titles of a test file's tests and groups as written there, and the file's entire text. */
type TestTitles = { titles: readonly string[]; source: string }

/**
 * A title is the first argument of test or describe, also after a table: test.each(table)('title'). Skipped tests have
 * none.
 */
const titleStart = /(?:\b(?:test|it|describe)(?:\.(?:only|concurrent|sequential|describe))*|\))\(\s*(['"`])/g

export function testTitles(text: string): TestTitles {
  const source = text.replace(/^\s*(?:\/\/.*|\/\*[^]*?\*\/)$/gm, '')
  const titles = [...source.matchAll(titleStart)].map(({ index, 0: start, 1: quote = '' }) => {
    const from = index + start.length
    let end = from
    while (end < source.length && source[end] !== quote) end += source[end] === '\\' ? 2 : 1
    return source.slice(from, end).replace(/\\(.)/g, '$1')
  })
  return { titles, source }
}

/** A placeholder in a title: %s, %j, $name, ${name}. */
const placeholder = /%[sdifjoc#]|\$\{[^}]*\}|\$[\w.]+/

/** Whether a test has this title, or one whose placeholders match parts of it that are in the file. */
function hasTitle({ titles, source }: TestTitles, title: string): boolean {
  if (titles.includes(title)) return true
  return titles.some((written) => {
    const fixed = written.split(placeholder)
    if (fixed.length === 1) return false
    const filledIn = new RegExp(`^${fixed.map(escapeRegExp).join('(.+?)')}$`).exec(title)?.slice(1)
    return filledIn?.every((part) => source.includes(part)) ?? false
  })
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
