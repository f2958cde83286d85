import { trimmed } from '../../contract/trimmed.ts'

/**
 * Lower case without accents, as in the server's search. Each letter stays one letter, so that indexes in both texts
 * match.
 */
export function fold(text: string): string {
  // The search folds all of the help with each key: letter by letter that took 460 ms for twenty topics.
  return text
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(notPlain, (letter) => folded(letter).padEnd(letter.length))
}

const notPlain = /\P{ASCII}/gu

function folded(letter: string): string {
  const plain = letter
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
  return (special[plain] ?? plain).slice(0, letter.length)
}

const special: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ß: 's', ς: 'σ' }

/** Whether a text contains what someone typed, ignoring case, accents and the spaces around it. */
export function containsTyped(text: string, typed: string): boolean {
  return fold(text).includes(trimmed(fold(typed)))
}
