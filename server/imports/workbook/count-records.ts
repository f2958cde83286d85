import { limits } from '../../../contract/limits.ts'
import { tooManyMerges } from './count-while-unpacking.ts'
import { hideColumns, type HiddenParts, nothingHidden } from './hidden-parts.ts'

/** Types of records (MS-XLS 2.3). */
const beginning = 0x0809
const boundSheet = 0x0085
const mergedCells = 0x00e5
const columns = 0x007d

/**
 * Scans the records of an .xls workbook and refuses one with a sheet of more merged ranges than we read, before it is
 * parsed: a million have taken 220 MB and half a minute. The format can't contain many more rows (65,536) than we
 * accept. Returns the hidden columns of each sheet; the library returns its hidden rows itself.
 */
export function scanRecords(stream: Buffer): Map<string, HiddenParts> {
  const hidden = new Map<string, HiddenParts>()
  const names = new Map<number, string>()
  let sheet: string | undefined
  let merges = 0
  for (let at = 0; at + 4 <= stream.length;) {
    const type = stream.readUInt16LE(at)
    const bytes = stream.readUInt16LE(at + 2)
    if (type === beginning) {
      sheet = names.get(at)
      merges = 0
    }
    if (type === boundSheet && bytes > 8)
      names.set(stream.readUInt32LE(at + 4), sheetName(stream.subarray(at + 10, at + 4 + bytes)))
    if (type === mergedCells && at + 6 <= stream.length) merges += stream.readUInt16LE(at + 4)
    if (merges > limits.importMergedRanges) tooManyMerges(sheet)
    if (
      type === columns &&
      sheet !== undefined &&
      at + 14 <= stream.length &&
      (stream.readUInt16LE(at + 12) & 1) === 1
    ) {
      const parts = hidden.get(sheet) ?? nothingHidden()
      hideColumns(parts, { first: stream.readUInt16LE(at + 4), last: stream.readUInt16LE(at + 6) })
      hidden.set(sheet, parts)
    }
    at += 4 + bytes
  }
  return hidden
}

/** Its length, whether it has two bytes per character, and the characters. */
function sheetName(text: Buffer): string {
  return text.toString(text[1] === 1 ? 'utf16le' : 'latin1', 2)
}
