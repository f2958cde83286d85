import { CFB, parse_zip, read, type ParsingOptions, type WorkBook } from '@e965/xlsx'
import { scanRecords } from './count-records.ts'
import { countWhileUnpacking } from './count-while-unpacking.ts'
import { type HiddenParts, markHidden, nothingHidden } from './hidden-parts.ts'
import { sheetParts } from './sheet-parts.ts'
import { UnreadableFile, unreadable } from './unreadable.ts'
import { openZip, type ZipPart } from './unzip.ts'

declare module '@e965/xlsx' {
  /** Reads a workbook from the parts of an unpacked .xlsx (exported by the library, missing in its types). */
  export function parse_zip(container: unknown, options: ParsingOptions): WorkBook
}

const zipMagic = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const oleMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

const onlyWorkbooks = 'Choose an Excel file (.xlsx or .xls) or a CSV file.'
const protectedFile = 'This file is password-protected. Save it without a password and try again.'
const damaged = 'This file is damaged or isn’t an Excel workbook. Open it in Excel, save it and try again.'

/**
 * Opens an .xlsx or .xls file by its content, not its name, and only the named sheets, or its only one. Refuses with a
 * message: other kinds of files (even under such a name), protected and damaged ones, and files that decompress to more
 * than we accept. Formulas aren't computed: a formula cell has its saved value.
 */
export async function openWorkbook(file: Buffer, fileName: string, sheets: string[]): Promise<WorkBook> {
  const extension = /\.(xlsx|xls)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (!extension) unreadable(onlyWorkbooks)
  if (file.length === 0) unreadable('This file is empty.')
  const isZip = file.subarray(0, 4).equals(zipMagic)
  const isOle = file.subarray(0, 8).equals(oleMagic)
  if (!isZip && !isOle)
    unreadable(`This isn’t an Excel file, although its name ends in .${extension}. ${onlyWorkbooks}`)
  if (isZip && extension === 'xls')
    unreadable('This is an .xlsx file with an .xls name. Rename it to .xlsx and try again.')
  const options: ParsingOptions = {
    dense: true,
    cellDates: true,
    cellFormula: true,
    cellHTML: false,
    cellText: false,
    // Without it, a formula saved without its value would look like an empty cell.
    sheetStubs: true,
  }
  try {
    return isZip ? await openXlsx(file, sheets, options) : openXls(file, sheets, extension === 'xlsx', options)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    if (/password|encrypt/i.test(String(error))) unreadable(protectedFile)
    return unreadable(damaged)
  }
}

/**
 * Only the parts of sheets are decompressed: pictures, macros, embedded files and anything outside the workbook's
 * folders are skipped.
 */
function isWanted(name: string): boolean {
  return /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/.*\.(xml|rels))$/i.test(name)
}

async function openXlsx(file: Buffer, sheets: string[], options: ParsingOptions): Promise<WorkBook> {
  const zip = await openZip(file)
  const types = (await zip.unpack('[Content_Types].xml'))?.content.toString('latin1') ?? ''
  if (
    /<Override[^>]{0,500}"\/xl\/workbook\.xml"[^>]{0,500}macroEnabled|<Override[^>]{0,500}macroEnabled[^>]{0,500}"\/xl\/workbook\.xml"/i.test(
      types,
    )
  )
    unreadable('This is a workbook with macros (.xlsm) with an .xlsx name. Save it as .xlsx and try again.')
  if (!zip.names.some((name) => name.toLowerCase() === 'xl/workbook.xml')) unreadable(damaged)
  const { count, sheetOf } = await sheetParts(zip)
  const isOurs = (name: string) => sheets.some((sheet) => sheet.toLowerCase() === name.toLowerCase())
  const parts: ZipPart[] = []
  const hidden = new Map<string, HiddenParts>()
  for (const name of zip.names.filter(isWanted)) {
    const sheet = sheetOf(name)
    if (count > 1 && sheet !== undefined && !isOurs(sheet)) continue
    const ofSheet = nothingHidden()
    const part = await zip.unpack(name, countWhileUnpacking(sheet, ofSheet))
    if (part) parts.push(part)
    if (sheet !== undefined) hidden.set(sheet, ofSheet)
  }
  const container = CFB.utils.cfb_new()
  for (const { name, content } of parts) CFB.utils.cfb_add(container, name, content, { unsafe: true })
  return withHidden(parse_zip(container, count > 1 ? { ...options, sheets } : options), hidden)
}

function openXls(file: Buffer, sheets: string[], namedXlsx: boolean, options: ParsingOptions): WorkBook {
  const container = CFB.read(file, { type: 'buffer' })
  // A protected .xlsx is an OLE container with the encrypted package inside (MS-OFFCRYPTO).
  if (CFB.find(container, 'EncryptedPackage') || CFB.find(container, 'EncryptionInfo')) unreadable(protectedFile)
  const stream = CFB.find(container, 'Workbook') ?? CFB.find(container, 'Book') ?? unreadable(damaged)
  if (namedXlsx) unreadable('This is an .xls file with an .xlsx name. Rename it to .xls and try again.')
  const hidden = scanRecords(Buffer.from(stream.content))
  const workbook = read(file, { ...options, sheets, type: 'buffer' })
  const [only, another] = workbook.SheetNames
  const isRead = only === undefined || another !== undefined || workbook.Sheets[only] !== undefined
  return withHidden(isRead ? workbook : read(file, { ...options, type: 'buffer' }), hidden)
}

function withHidden(workbook: WorkBook, hidden: ReadonlyMap<string, HiddenParts>): WorkBook {
  for (const [name, parts] of hidden) {
    const worksheet = workbook.Sheets[name]
    if (worksheet) markHidden(worksheet, parts)
  }
  return workbook
}
