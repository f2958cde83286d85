import { useRef, useState } from 'react'
import { useDraft } from '../kit/use-draft.ts'
import type { FoundProduct, Scanned, Seen, Typed } from './count-values.ts'

/** The count of one product that isn't saved yet. */
export type KeptCount = Readonly<{
  typed: Typed
  seen: Seen | null
  /** The scanned units that are part of it. */
  added: Scanned
}>

/** The unsaved count of one line, and how to keep it; null once nothing is typed. */
export type KeptLine = Readonly<{ read: () => KeptCount | undefined; keep: (count: KeptCount | null) => void }>

type Counts = Readonly<{
  /** By the line: a product can have two, in the list and as the one that was found. */
  lines: Readonly<Record<string, KeptCount>>
  found: readonly (readonly [product_id: string, FoundProduct])[]
}>

/** Counts are continued within a shift: what was on the shelf the day before says nothing. */
const keptMs = 12 * 3_600_000

const none: Counts = { lines: {}, found: [] }
const keys = (product_id: string) => ({ list: product_id, found: `found ${product_id}` })

/**
 * The counts of a location that aren't saved yet, in this browser: phones drop a page while they are locked, and with
 * it, dozens of scanned units would be lost.
 */
export function useKeptCounts(location_id: string) {
  const draft = useDraft(`count ${location_id}`)
  const [atFirst] = useState(() => {
    const isRecent = draft.found !== null && Date.now() - Date.parse(draft.found.at) < keptMs
    return isRecent ? (draft.found?.values as Counts) : none
  })
  const now = useRef(atFirst)
  const keep = (next: Counts) => {
    now.current = next
    const isEmpty = Object.keys(next.lines).length === 0 && next.found.length === 0
    draft.keep(isEmpty ? null : { values: next, base: none })
  }
  const keepLine = (key: string, count: KeptCount | null) => {
    if (count === null && !Object.hasOwn(now.current.lines, key)) return
    const { [key]: _, ...others } = now.current.lines
    keep({ ...now.current, lines: count ? { ...others, [key]: count } : others })
  }
  return {
    foundAtFirst: atFirst.found,
    keepFound: (found: Counts['found']) => keep({ ...now.current, found }),
    lineOf: (product_id: string, place: keyof ReturnType<typeof keys>): KeptLine => {
      const key = keys(product_id)[place]
      return { read: () => now.current.lines[key], keep: (count) => keepLine(key, count) }
    },
    /** The product is counted, in one line or the other. */
    drop: (product_id: string) => {
      for (const key of Object.values(keys(product_id))) keepLine(key, null)
    },
  }
}

export type KeptCounts = ReturnType<typeof useKeptCounts>
