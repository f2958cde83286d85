import { limits } from '../../../contract/limits.ts'
import { unreadable } from './unreadable.ts'

/**
 * A row, the content of one of its cells (a value, a text or a formula), or a merged range; tags may have a namespace
 * prefix.
 */
const counted = /<(?:\w+:)?(row|v|is|f|mergeCell)(?=[\s/>])/g
const longestTag = 100

/**
 * Scans the pieces of a sheet's XML during decompression, and refuses a sheet with more rows or merged ranges than we
 * read: parsed completely, 300,000 rows have taken 250 MB.
 */
export function countWhileUnpacking(sheet?: string): (piece: Buffer) => void {
  let rest = ''
  let rows = 0
  let merges = 0
  let isEmpty = false
  return (piece) => {
    const text = rest + piece.toString('latin1')
    // A tag may continue in the next piece; none is scanned twice.
    const begun = text.lastIndexOf('<')
    const end = begun >= text.length - longestTag ? begun : text.length
    for (const [, tag] of text.slice(0, end).matchAll(counted)) {
      if (tag === 'mergeCell') merges += 1
      else if (tag === 'row') isEmpty = true
      else if (isEmpty) {
        isEmpty = false
        rows += 1
      }
    }
    rest = text.slice(end)
    if (rows > limits.importRowsUnpacked) tooManyRows(named(sheet))
    if (merges > limits.importMergedRanges) tooManyMerges(sheet)
  }
}

/** `what` begins the message (`The Products sheet`). */
export function tooManyRows(what: string): never {
  return unreadable(
    `${what} has more than ${limits.importRowsPerSheet.toLocaleString('en-US')} rows. Split it into several files.`,
  )
}

export function tooManyMerges(sheet?: string): never {
  return unreadable(
    `${named(sheet)} has more than ${limits.importMergedRanges.toLocaleString('en-US')} merged ranges. Unmerge them and try again.`,
  )
}

function named(sheet: string | undefined): string {
  return sheet === undefined ? 'A sheet' : `The ${sheet} sheet`
}
