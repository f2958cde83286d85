import { typedNumber } from '../../contract/order-numbers.ts'
import { searchFits, searchKinds, searchResultsOf, type SearchFit, type SearchKind } from '../../contract/search.ts'
import { isAscii } from '../platform/ascii.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { findScannedLocations } from '../locations/find-scanned-locations.ts'
import { findScanned } from '../products/find-scanned.ts'
import { maySee } from './read-records.ts'

/** A record that a text finds, how well it matches, and the matching text if that is a similar one. */
export type Hit = Readonly<{ kind: SearchKind; id: string; fit: SearchFit; found_by: string | null }>

/** If fewer records match, the user may have mistyped a word. */
const few = 3
/** The number of alternatives for each word. */
const meaningsAsked = 2
/** In a shorter word, a single typing error could turn it into any word. */
const lettersForSlips = 4
const lettersMost = 20
const wordsMost = 8

/**
 * Returns what a text finds of every kind that the actor may see, the best matches of a kind first. If there are few,
 * also what similar words find: after everything else, so an exact match never comes below a guess.
 */
export async function findHits(tx: Tx, actor: Actor, text: string): Promise<Hit[]> {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean).join(' ')
  const kinds = searchKinds.filter((kind) => maySee(actor, kind))
  const found = await findText(tx, actor, asked, kinds, false)
  const products = kinds.includes('product') ? await findScanned(tx, actor, text) : null
  const locations = kinds.includes('location') ? await findScannedLocations(tx, actor, text) : []
  const scanned = [...hitsOf('product', products?.ids ?? []), ...hitsOf('location', locations)]
  const hits = scanned.length > 0 ? withScanned(found, scanned) : found
  if (hits.length >= few) return hits
  const others = await similarTexts(tx, actor, asked)
  const similar = await Promise.all(others.map((other) => findText(tx, actor, other, kinds, true)))
  const guesses = similar.flatMap((found, index) =>
    found.map((hit): Hit => ({ ...hit, fit: 'similar', found_by: others[index] ?? null })),
  )
  return best([...hits, ...guesses])
}

async function findText(
  tx: Tx,
  actor: Actor,
  text: string,
  kinds: readonly SearchKind[],
  namesOnly: boolean,
): Promise<Hit[]> {
  const most = Math.max(...searchKinds.map(searchResultsOf))
  const number = typedNumber(text)
  const rows = await tx.all(sql<{ kind: SearchKind; id: string; rank: number }>`
    select kind, id, rank from app.find_records(${actor.org_id}, ${text}, ${[...(number?.forms ?? [])]}::text[], ${number?.document?.kind ?? null},
      ${number?.document?.number ?? null}, ${[...kinds]}::text[], ${most}, ${namesOnly})`)
  // Sorting keeps the order within a rank.
  const ranked = rows.toSorted((one, other) => one.rank - other.rank)
  return best(ranked.map(({ kind, id, rank }) => ({ kind, id, fit: searchFits[rank] ?? 'inside', found_by: null })))
}

const hitsOf = (kind: SearchKind, ids: readonly string[]) =>
  ids.map((id): Hit => ({ kind, id, fit: 'whole', found_by: null }))

/** What has a scanned code in another form, or on its label, comes after records that have exactly this text. */
function withScanned(found: readonly Hit[], scanned: readonly Hit[]): Hit[] {
  const whole = found.filter(({ fit }) => fit === 'whole')
  return best([...whole, ...scanned, ...found])
}

/** Each record once, the best of a kind first, and at most as many of a kind as are shown. */
function best(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  const counts = new Map<SearchKind, number>()
  const shown = hits.filter(({ kind, id }) => {
    const count = counts.get(kind) ?? 0
    if (seen.has(`${kind} ${id}`) || count >= searchResultsOf(kind)) return false
    seen.add(`${kind} ${id}`)
    counts.set(kind, count + 1)
    return true
  })
  return shown.toSorted((one, other) => searchKinds.indexOf(one.kind) - searchKinds.indexOf(other.kind))
}

/** A text in lower case in the form names are compared (`app.fold`), which changes nothing in ASCII. */
async function foldedText(tx: Tx, text: string): Promise<string> {
  if (isAscii(text)) return text
  return (await tx.one(sql<{ folded: string }>`select app.fold(${text}) as folded`)).folded
}

/** The text with unknown words replaced by similar known ones; a single word also by other alternatives. */
async function similarTexts(tx: Tx, actor: Actor, text: string): Promise<string[]> {
  const folded = await foldedText(tx, text)
  const words = folded.split(' ').slice(0, wordsMost)
  const doubtful = [...new Set(words)].filter((word) => {
    const letters = [...word].length
    return letters >= lettersForSlips && letters <= lettersMost && !/\d/.test(word)
  })
  if (doubtful.length === 0) return []
  const rows = await tx.all(sql<{ word: string; is_known: boolean; meanings: string[] }>`
    select word, is_known, meanings from app.similar_words(${actor.org_id}, ${doubtful}::text[], ${words.length === 1}, ${meaningsAsked})`)
  const meant = new Map(
    rows.filter(({ is_known }) => !is_known || words.length === 1).map((row) => [row.word, row.meanings]),
  )
  // Several words are each replaced by their most likely meaning: all combinations would be a search each.
  const [only] = words
  const texts =
    words.length === 1 && only !== undefined
      ? (meant.get(only) ?? [])
      : [words.map((word) => meant.get(word)?.[0] ?? word).join(' ')]
  return texts.filter((other) => other !== folded)
}
