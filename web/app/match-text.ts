import { fold } from '../kit/fold.ts'

/** In a shorter word, a single typing error could turn it into any word. */
const lettersForSlips = 4

/** The words of the typed text, normalized. */
export function wordsOf(typed: string): string[] {
  return fold(typed).split(/\s+/).filter(Boolean)
}

/** How well texts match the typed one, the best first; null if they don't. */
export type TextFit = 'beginning' | 'words' | 'inside' | 'similar'

/**
 * How well an entry with a name and other keywords matches: its name begins with the typed text, words of it begin with
 * each word, the name contains each, or each is at most one typing error away from the beginning of a word. Accents,
 * case and the order of words don't matter.
 */
export function fitOf(typed: string, name: string, others = ''): TextFit | null {
  const asked = wordsOf(typed)
  if (asked.length === 0) return 'words'
  const { plain: label, words: ownWords } = read(name)
  if (label.startsWith(asked.join(' '))) return 'beginning'
  const words = others === '' ? ownWords : [...ownWords, ...read(others).words]
  if (asked.every((word) => words.some((one) => one.startsWith(word)))) return 'words'
  if (asked.every((word) => label.includes(word))) return 'inside'
  const isNear = (word: string) => words.some((one) => one.startsWith(word) || beginsSimilarly(word, one))
  return asked.every(isNear) ? 'similar' : null
}

/** Whether a word of the text begins with this one, folded as by `wordsOf`. */
export function hasWord(text: string, word: string): boolean {
  return read(text).words.some((one) => one.startsWith(word))
}

/** Room for all commands and help topics, and for a day's searches. */
const textsKept = 2_000
const readBefore = new Map<string, { plain: string; words: readonly string[] }>()

/** A text folded and its words; kept, because commands and help are compared with every key that is typed. */
function read(text: string): { plain: string; words: readonly string[] } {
  const before = readBefore.get(text)
  if (before) return before
  const plain = fold(text)
  const made = { plain, words: plain.split(/[^\p{L}\p{N}]+/u) }
  if (readBefore.size >= textsKept) readBefore.clear()
  readBefore.set(text, made)
  return made
}

/**
 * Whether a word begins with the typed one, allowing one typing error: a missing, extra or different letter, or two
 * swapped ones.
 */
function beginsSimilarly(typed: string, word: string): boolean {
  if (typed.length < lettersForSlips || /\d/.test(typed)) return false
  const index = [...typed].findIndex((_letter, at) => typed[at] !== word[at])
  if (index === -1) return false
  const rest = typed.slice(index)
  const there = word.slice(index)
  return (
    there.startsWith(rest.slice(1)) ||
    there.slice(1).startsWith(rest) ||
    there.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === there[1] && rest[1] === there[0] && there.slice(2).startsWith(rest.slice(2)))
  )
}

/** Part of a displayed text; `isMarked` if it matches the search. */
export type Part = Readonly<{ text: string; isMarked: boolean }>

/**
 * Splits a text into parts: those that match one of the words are marked, at the beginning of words, or anywhere if no
 * word begins with it.
 */
export function markedParts(text: string, words: readonly string[]): Part[] {
  const plain = fold(text)
  const marked = Array.from<boolean>({ length: text.length }).fill(false)
  for (const word of words) {
    const indexes = indexesOf(plain, word)
    const beginnings = indexes.filter((index) => index === 0 || /[^\p{L}\p{N}]/u.test(plain[index - 1] ?? ''))
    for (const index of beginnings.length > 0 ? beginnings : indexes.slice(0, 1))
      marked.fill(true, index, index + word.length)
  }
  const parts: Part[] = []
  for (let begin = 0; begin < text.length;) {
    const isMarked = marked[begin] === true
    let end = begin
    while (end < text.length && (marked[end] === true) === isMarked) end += 1
    parts.push({ text: text.slice(begin, end), isMarked })
    begin = end
  }
  return parts
}

function indexesOf(text: string, word: string): number[] {
  const indexes: number[] = []
  for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + word.length))
    indexes.push(index)
  return indexes
}
