import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const trees = '{bench,contract,db,docs,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql,md,sh,html,css}'

/**
 * Returns one message for each line that names a Markdown file, a decision or, in comments and documents, a file of
 * code that this repository doesn't have, and for each link in a document that leads to nothing. Readers can't open
 * notes from elsewhere: their content belongs in the sentence itself, or in docs/decisions/.
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
  const merged = mergedDecisions(readFileSync('docs/decisions/README.md', 'utf8'))
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    // Released migrations keep the names of their time, and the numbers of decisions that were merged since.
    const isMigration = file.startsWith('db/migrations/')
    const decided = (number: string) => hasDecision(number) || (isMigration && merged.has(number))
    const code = isMigration ? [] : unknownCode(text, (name) => endings.has(name), !/\.(md|sql)$/.test(file))
    const links = documents.includes(file) ? brokenLinks(text, file, headingsOf) : []
    return [...unknownDocuments(text, (name) => exists(name, file), decided), ...code, ...links].map(
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
    return [...prose.matchAll(/(?<![\w@:./$}…-])\w[\w-]*(?:\/[\w.-]+)*\.(?:tsx?|sql|mjs|cjs|sh|css|webp)(?![\w/-])/g)]
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
    const decisions = [...line.matchAll(/\bdecisions?[ /](\d{4})\b|\((0\d{3})\)/g)]
      .filter(([, named, bare]) => !hasDecision(named ?? bare ?? ''))
      .map(([reference]) => reference)
    return [...documents, ...decisions].map(
      (name) =>
        `${index + 1}: ${name} isn't in this repository. Explain it here, or refer to a page of docs/decisions.`,
    )
  })
}

/**
 * Returns one message for each link of a document to a file, a folder, a picture or a heading that isn't there. A link
 * is read from the document's folder, as a browser reads it.
 */
export function brokenLinks(
  text: string,
  file: string,
  headings: (path: string) => ReadonlySet<string> | null,
): string[] {
  // A link's text may be wrapped, its address isn't.
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path = '', anchor]) => {
      const named = headings(path === '' ? file : join(dirname(file), path))
      if (named === null) return [`${index + 1}: ${link} leads to nothing. Links are read from ${dirname(file)}/.`]
      if (anchor === undefined || named.has(anchor)) return []
      return [`${index + 1}: ${link} names no heading of that page.`]
    }),
  )
}

/** The anchors of a page's headings, as GitHub makes them; none for a folder or another file; null if it's missing. */
function headingsOf(path: string): ReadonlySet<string> | null {
  if (!existsSync(path)) return null
  return new Set(path.endsWith('.md') ? anchorsOf(readFileSync(path, 'utf8')) : [])
}

export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The numbers of the table of merged decisions. */
export function mergedDecisions(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^\| (\d{4}) \|/gm)].map(([, number = '']) => number))
}

function hasDecision(number: string): boolean {
  return globSync(`docs/decisions/${number}-*.md`).length > 0
}
