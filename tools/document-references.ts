import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const trees = '{bench,contract,db,docs,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql,md,sh,html,css}'

/**
 * Returns one message for each line that names a Markdown file or a decision that this repository doesn't have. Readers
 * can't open notes from elsewhere: their content belongs in the sentence itself, or in docs/decisions/.
 */
export function checkDocumentReferences(): string[] {
  const documents = globSync(['*.md', 'docs/**/*.md', 'db/**/*.md', 'ledger/**/*.md'])
  const names = new Set(documents.map((path) => path.split('/').at(-1) ?? ''))
  const exists = (name: string, from: string) =>
    name.includes('/') ? [name, join(dirname(from), name)].some((path) => existsSync(path)) : names.has(name)
  return globSync([trees, '*.{ts,json,md}'])
    .filter((file) => !file.startsWith('web/dist/') && file !== 'package-lock.json')
    .sort()
    .flatMap((file) =>
      unknownDocuments(readFileSync(file, 'utf8'), (name) => exists(name, file), hasDecision).map(
        (line) => `${file}:${line}`,
      ),
    )
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
