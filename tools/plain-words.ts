import { globSync, readFileSync } from 'node:fs'
import { quotedTexts } from './quoted-texts.ts'

/** Words and phrases that make a reader stop, each with what to write instead. Checked without regard to case. */
const words: readonly (readonly [pattern: string, instead: string])[] = [
  ['mend(?:s|ed|ing)?', 'fix'],
  ['who(?:m|so)?ever', 'the caller, the user, you'],
  ['whom', 'name the person, or begin the sentence with them'],
  ['nobody', 'no one'],
  ['somebody', 'someone, or name the person'],
  ['anybody', 'anyone'],
  ['everybody', 'everyone'],
  ['(?:is|are|was|were) said', 'is shown, is reported, or say it in the active voice'],
  ['(?:lies|lain)', 'is, exists, is stored'],
  ['what (?:is|was) there', 'name the thing: available stock, existing records'],
  ['anew', 'again'],
  ['unheard', 'unhandled'],
  ['worded', 'name what it does'],
  ['in vain', 'without success, or leave it out'],
  ['(?:lest|hitherto|thereupon|there(?:of|in)|where(?:of|upon))', 'a usual word'],
  ['heed(?:s|ed)?', 'follow, respect'],
  ['none of (?:its|the|our) business', 'unaffected, not part of'],
  ['e-mails?', 'email'],
  ['by heart', 'from memory'],
  ['to and fro', 'back and forth'],
]

const pattern = new RegExp(`(?<![\\w-])(?:${words.map(([word]) => word).join('|')})(?![\\w-])`, 'gi')
const insteadOf = (found: string) =>
  words.find(([word]) => new RegExp(`^(?:${word})$`, 'i').test(found))?.[1] ?? 'a usual word'

const trees = '{bench,contract,db,docs,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql,md,sh,html,css,txt}'
/** Never edited (released migrations), generated from them, built, or about these words. */
const leftOut = /^(?:db\/migrations\/|db\/schema\.md$|web\/dist\/|tools\/(?:plain-words|quoted-texts)(?:\.test)?\.ts$)/

/**
 * Returns one message for each word that reads like a translation, in texts, comments, SQL, tests and docs. Texts of
 * others that we quote are in quoted-texts.ts.
 */
export function checkPlainWords(): string[] {
  return globSync([trees, '*.{ts,md}'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !leftOut.test(file))
    .sort()
    .flatMap((file) => oddWords(textOf(file), quotedTexts[file]).map((line) => `${file}:${line}`))
}

/** A file's text; of the coverage table without the requirements, which it quotes. */
function textOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  return file === 'docs/spec-coverage.md' ? text.replaceAll(/^(\| [AB]\d+ \|)[^|]*\|/gm, '$1 |') : text
}

/** The odd words of a text by line, without those inside `quoted` texts. */
export function oddWords(text: string, quoted: readonly string[] = []): string[] {
  const own = quoted.reduce((rest, quote) => rest.replaceAll(quote, (all) => all.replaceAll(/[^\n]/g, ' ')), text)
  return [...own.matchAll(pattern)].map(({ 0: found, index }) => {
    const line = own.slice(0, index).split('\n').length
    return `${line}: “${found}” makes a reader stop. Better: ${insteadOf(found)}.`
  })
}
