import { limits } from '../../../contract/limits.ts'
import { hideColumns, type HiddenParts, hideRow } from './hidden-parts.ts'
import { unreadable } from './unreadable.ts'

/**
 * Columns, a row, the content of one of its cells (a value, a text or a formula), or a merged range; tags may have a
 * namespace prefix.
 */
const counted = /<(?:\w+:)?(col|row|v|is|f|mergeCell)(?=[\s/>])/g
const longestTag = 500

/**
 * Scans the pieces of a sheet's XML during decompression, and refuses a sheet with more rows or merged ranges than we
 * read: parsed completely, 300,000 rows have taken 250 MB. Collects in `hidden` which rows and columns it hides.
 */
export function countWhileUnpacking(sheet: string | undefined, hidden: HiddenParts): (piece: Buffer) => void {
  const seeHidden = hiddenTags(hidden)
  let rest = ''
  let rows = 0
  let merges = 0
  let isEmpty = false
  return (piece) => {
    const text = rest + piece.toString('latin1')
    // A tag may continue in the next piece; none is scanned twice.
    const begun = text.lastIndexOf('<')
    const end = begun >= text.length - longestTag ? begun : text.length
    for (const { 1: tag, index } of text.slice(0, end).matchAll(counted)) {
      if (tag === 'row' || tag === 'col') seeHidden(tag, text.slice(index, index + longestTag))
      if (tag === 'mergeCell') merges += 1
      else if (tag === 'row') isEmpty = true
      else if (isEmpty && tag !== 'col') {
        isEmpty = false
        rows += 1
      }
    }
    rest = text.slice(end)
    if (rows > limits.importRowsUnpacked) tooManyRows(named(sheet))
    if (merges > limits.importMergedRanges) tooManyMerges(sheet)
  }
}

/** Reads the tags of rows and columns, one after the other: a row without a number follows the one before it. */
function hiddenTags(hidden: HiddenParts): (tag: 'row' | 'col', text: string) => void {
  let row = -1
  return (tag, text) => {
    const attributes = text.slice(0, text.indexOf('>') + 1 || undefined)
    if (tag === 'row') row = numberIn(attributes, numbers.row) ?? row + 1
    if (!isHidden.test(attributes)) return
    if (tag === 'row') return hideRow(hidden, row)
    const first = numberIn(attributes, numbers.first) ?? -1
    hideColumns(hidden, { first, last: numberIn(attributes, numbers.last) ?? first })
  }
}

const isHidden = /\shidden=["'](1|true)["']/
const numbers = { row: /\sr=["'](\d{1,9})["']/, first: /\smin=["'](\d{1,9})["']/, last: /\smax=["'](\d{1,9})["']/ }

/** The index that a number from 1 stands for. */
function numberIn(attributes: string, number: RegExp): number | undefined {
  const [, digits] = number.exec(attributes) ?? []
  return digits === undefined ? undefined : Number(digits) - 1
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
