import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const trees = '{bench,contract,db,docs,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql,md,sh,html,css}'

/**
 * Returns one message for each line that names a Markdown file, a decision or, in comments and documents, a file of
 * code that this repository doesn't have. Readers can't open notes from elsewhere: their content belongs in the
 * sentence itself, or in docs/decisions/.
 */
export function checkDocumentReferences(): string[] {
  const documents = globSync(['*.md', 'docs/**/*.md', 'db/**/*.md', 'ledger/**/*.md'])
  const names = new Set(documents.map((path) => path.split('/').at(-1) ?? ''))
  const exists = (name: string, from: string) =>
    name.includes('/') ? [name, join(dirname(from), name)].some((path) => existsSync(path)) : names.has(name)
  const files = globSync([trees, '*.{ts,json,md}'])
    .filter((file) => !file.startsWith('web/dist/') && file !== 'package-lock.json')
    .sort()
  // A comment may leave out the folders that its reader is in.
  const endings = new Set(
    [...globSync('*'), ...globSync('*/**/*', { exclude: ['node_modules', 'build', 'data'] })].flatMap(endingsOf),
  )
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    // Released migrations keep the names of their time.
    const code = file.startsWith('db/migrations/')
      ? []
      : unknownCode(text, (name) => endings.has(name), !/\.(md|sql)$/.test(file))
    return [...unknownDocuments(text, (name) => exists(name, file), hasDecision), ...code].map(
      (line) => `${file}:${line}`,
    )
  })
}

/**
 * Returns one message for each line that names a missing file of code. In programs only comments count: the compiler
 * checks imports, and strings may name files that a run makes.
 */
export function unknownCode(text: string, exists: (name: string) => boolean, isProgram: boolean): string[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = isProgram ? (/(?:^\s*\*|\/\*|(?<!:)\/\/)(.*)/.exec(line)?.[1] ?? '') : line
    return [...prose.matchAll(/(?<![\w@:./$}…-])\w[\w-]*(?:\/[\w.-]+)*\.(?:tsx?|sql|mjs|cjs|sh)(?![\w/-])/g)]
      .filter(([name]) => !exists(name))
      .map(([name]) => `${index + 1}: ${name} isn't in this repository. Name the file that has this now.`)
  })
}

function endingsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}

export function unknownDocuments(
  text: string,
  exists: (name: string) => boolean,
  hasDecision: (number: string) => boolean,
): string[] {
  return text.split('\n').flatMap((line, index) => {
    const documents = [...line.matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => name).filter((name) => !exists(name))
    const decisions = [...line.matchAll(/\bdecisions?[ /](\d{4})\b/g)]
      .filter(([, number = '']) => !hasDecision(number))
      .map(([reference]) => reference)
    return [...documents, ...decisions].map(
      (name) =>
        `${index + 1}: ${name} isn't in this repository. Explain it here, or refer to a page of docs/decisions.`,
    )
  })
}

function hasDecision(number: string): boolean {
  return globSync(`docs/decisions/${number}-*.md`).length > 0
}
