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

/** Parts of names in code that make a reader stop, each with what to write instead. */
const names: readonly (readonly [part: RegExp, instead: string])[] = [
  [/^(?:un)?told$/, 'what it is: notification, result, outcome'],
  [/^mend/, 'fix, restore'],
  [/^walk(?:s|ed|ing)?$/, 'scan, or moveFocus for arrow keys'],
  [/^(?:turns?|inturn|nextturn)$/, 'lock, slot, round, attempt'],
  [/^known\w/, 'existing, valid, shown, or what is read'],
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
    .flatMap((file) =>
      [
        ...oddWords(textOf(file), quotedTexts[file]),
        ...(/\.(?:tsx?|mjs|cjs|sql)$/.test(file) ? oddNames(file) : []),
      ].map((line) => `${file}:${line}`),
    )
}

function oddNames(file: string): string[] {
  const name = file.replace(/^.*\//, '').replace(/\..*$/, '')
  const inFile = oddIdentifiers(readFileSync(file, 'utf8'))
  return [...oddIdentifiers(name.replaceAll('-', '_')).map((line) => line.replace(/^1:/, '0: its name:')), ...inFile]
}

/** A file's text; of the coverage table without the requirements, which it quotes. The sections below it are ours. */
function textOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  if (file !== 'docs/spec-coverage.md') return text
  const end = text.indexOf('## Documents as PDF')
  return text.slice(0, end).replaceAll(/^(\| [AB]\d+ \|)[^|]*\|/gm, '$1 |') + text.slice(end)
}

/** The odd words of a text by line, without those inside `quoted` texts. */
export function oddWords(text: string, quoted: readonly string[] = []): string[] {
  const own = quoted.reduce((rest, quote) => rest.replaceAll(quote, (all) => all.replaceAll(/[^\n]/g, ' ')), text)
  return [...own.matchAll(pattern)].map(({ 0: found, index }) => {
    const line = own.slice(0, index).split('\n').length
    return `${line}: “${found}” makes a reader stop. Better: ${insteadOf(found)}.`
  })
}

/** Comments, and texts in quotes on one line. */
const notCode = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*|(?<=^|\s)-- .*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gm

/**
 * The names in code, by line, of which a part is a figure of speech: `turn`, `knownCustomers`, `is_told`. `turnOn` and
 * `turnOff` are usual verbs, and a word before two others is a text between tags.
 */
export function oddIdentifiers(source: string): string[] {
  const code = source.replaceAll(notCode, (text) => text.replaceAll(/[^\n]/g, ' '))
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(/[A-Za-z_][A-Za-z0-9_]*(?! [a-z]+ [a-z]+ )/g)].flatMap(({ 0: name }) => {
      const instead = insteadOfName(name)
      return instead === undefined ? [] : [`${index + 1}: the name “${name}” makes a reader stop. Better: ${instead}.`]
    }),
  )
}

function insteadOfName(name: string): string | undefined {
  if (/^turn(?:On|Off|_on|_off)/.test(name)) return undefined
  const parts = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase())
  const [first = '', second] = parts
  // `known` alone is a usual word; at the beginning of a name it says nothing about what the rest is.
  const asked = first === 'known' && second ? [`known${second}`, ...parts] : parts
  return names.find(([part]) => asked.some((one) => part.test(one)))?.[1]
}
