import { isUrl } from '../../contract/is-url.ts'
import { mentionPattern, type Person } from '../../contract/comments.ts'

/** A piece of a displayed comment. */
export type Part = Readonly<{ kind: 'text' | 'link' | 'mention'; text: string }>

/** The people mentioned in a text being typed, each by their name in the text. */
export type Named = Readonly<{ user_id: string; name: string }>

/** A person's name in a text: with the address if another person has the same name. */
export function nameFor(person: Person & { email: string }, all: readonly Person[]): string {
  const isUnique = all.every(({ user_id, name }) => user_id === person.user_id || name !== person.name)
  return isUnique ? person.name : `${person.name} (${person.email})`
}

/**
 * The stored form of the text: each chosen name after an @ becomes `<@id>`. Longer names go first, because they may
 * begin with a shorter one.
 */
export function toStored(typed: string, named: readonly Named[]): string {
  const names = named.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  if (names.length === 0) return typed
  const anyName = new RegExp(`@(${names.map(({ name }) => escaped(name)).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return typed.replaceAll(anyName, (whole, name: string) => {
    const person = names.find((one) => one.name === name)
    return person ? `<@${person.user_id}>` : whole
  })
}

/** Escapes every special character of a pattern. */
function escaped(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * A stored text in its typed form, with the people it mentions. Of two people with one name, the second gets a number.
 */
export function toTyped(body: string, mentions: readonly Person[]): { text: string; named: Named[] } {
  const named: Named[] = []
  for (const { user_id, name } of mentions) {
    const same = named.filter((one) => one.name === name || one.name.startsWith(`${name} (`)).length
    named.push({ user_id, name: same === 0 ? name : `${name} (${same + 1})` })
  }
  const text = body.replaceAll(mentionPattern, (whole, user_id: string) => {
    const person = named.find((one) => one.user_id === user_id)
    return person ? `@${person.name}` : whole
  })
  return { text, named }
}

const address = /https?:\/\/[^\s<>"]+/g
const endOfSentence = /[.,;:!?'")\]}]+$/

/** Splits a stored text into pieces: mentions by current names, and web addresses without a trailing full stop. */
export function partsOf(body: string, mentions: readonly Person[]): Part[] {
  const parts: Part[] = []
  const names = new Map(mentions.map(({ user_id, name }) => [user_id, name]))
  let from = 0
  for (const found of body.matchAll(mentionPattern)) {
    const name = names.get(found[1] ?? '')
    if (name === undefined) continue
    addText(parts, body.slice(from, found.index))
    parts.push({ kind: 'mention', text: `@${name}` })
    from = found.index + found[0].length
  }
  addText(parts, body.slice(from))
  return parts
}

function addText(parts: Part[], text: string): void {
  let from = 0
  for (const found of text.matchAll(address)) {
    const link = found[0].replace(endOfSentence, '')
    if (!isUrl(link)) continue
    if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) })
    parts.push({ kind: 'link', text: link })
    from = found.index + link.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
}

/** The mention being typed at the caret: the position of the @, and the letters so far. Null if none is being typed. */
export function mentionAt(text: string, caret: number): { start: number; letters: string } | null {
  const found = /(?:^|[\s([{])@([^\s@][^@\n]{0,40})?$/.exec(text.slice(0, caret))
  if (!found) return null
  const letters = found[1] ?? ''
  return { start: caret - letters.length - 1, letters }
}

/**
 * Those whose name or address has a word that begins with the letters, at most eight; those whose name begins with them
 * first.
 */
export function matching<P extends Person & { email: string }>(people: readonly P[], letters: string): P[] {
  const wanted = letters.toLowerCase()
  const begins = ({ name }: P) => name.toLowerCase().startsWith(wanted)
  const fits = ({ name, email }: P) =>
    `${name} ${email}`
      .toLowerCase()
      .split(/[\s.@_-]+/)
      .some((word) => word.startsWith(wanted))
  return [...people.filter(begins), ...people.filter((person) => !begins(person) && fits(person))].slice(0, 8)
}
