import type { Currency } from '../../../contract/currencies.ts'
import type { ImportProblem } from '../../../contract/import-preview.ts'
import { withoutCurrency } from '../../../contract/money.ts'
import { counted } from '../../../contract/counted-nouns.ts'
import { importSheets, type ImportSheet } from '../../../contract/import-fields.ts'
import { withPauses } from '../../platform/pauses.ts'
import { isBlank } from '../sheets/cells.ts'
import { numberFromText, type DecimalSeparator } from '../sheets/number-text.ts'
import { problemsOf, type Problems, type SeenNumbers } from '../sheets/problems.ts'
import {
  readCategory,
  readLocation,
  readProduct,
  readSupplier,
  readTransaction,
  type CategoryRow,
  type LocationRow,
  type ProductRow,
  type SupplierRow,
  type TransactionRow,
} from './row-readers.ts'
import { sheetKeys, tableName, type SheetKey, type SheetRow, type SheetRows, type Sheets } from '../sheets/sheets.ts'
import { requiredColumns } from '../sheets/tables.ts'

export type ReadRows = {
  /** What prices without a currency are in. */
  currency: Currency
  products: ProductRow[]
  categories: CategoryRow[]
  transactions: TransactionRow[]
  suppliers: SupplierRow[]
  locations: LocationRow[]
  /** How many rows each sheet has, valid or not. */
  rowCounts: Record<SheetKey, number>
  problems: ImportProblem[]
  notices: string[]
}

/**
 * Parses every row of every sheet and reports every problem that doesn't depend on other rows or the database
 * (`planImport` reports those). A blank cell is null; nothing is guessed or set to 0. A row with a problem is marked
 * `broken` if its subject is known, so that the plan finds its other problems. Pauses for other requests.
 */
export async function readRows(sheets: Sheets, currency: Currency): Promise<ReadRows> {
  const readSheetRows = <T extends { broken: boolean }>(
    sheet: ImportSheet,
    read: SheetRows | null,
    reader: Reader<T>,
  ) => rowsOfSheet({ sheet, read, currency }, reader)
  const products = await readSheetRows('Products', sheets.products, (row, found) =>
    readProduct(row, found, sheets.products?.locations ?? []),
  )
  const categories = await readSheetRows('Categories', sheets.categories, readCategory)
  const transactions = await readSheetRows('Transactions', sheets.transactions, readTransaction)
  const suppliers = await readSheetRows('Suppliers', sheets.suppliers, readSupplier)
  const locations = await readSheetRows('Locations', sheets.locations, readLocation)
  const all = [products, categories, transactions, suppliers, locations]
  return {
    currency,
    products: products.rows,
    categories: categories.rows,
    transactions: transactions.rows,
    suppliers: suppliers.rows,
    locations: locations.rows,
    rowCounts: {
      products: sheets.products?.rows.length ?? 0,
      categories: sheets.categories?.rows.length ?? 0,
      transactions: sheets.transactions?.rows.length ?? 0,
      suppliers: sheets.suppliers?.rows.length ?? 0,
      locations: sheets.locations?.rows.length ?? 0,
    },
    problems: all.flatMap(({ problems }) => problems),
    notices: [...sheetNotices(sheets), ...all.flatMap(({ notices }) => notices)],
  }
}

/** The encoding if it was assumed, and the sheet names if one is missing: it may only have another name. */
function sheetNotices(sheets: Sheets): string[] {
  if (sheets.isLegacy)
    return ['The file isn’t in UTF-8, so it was read as Windows-1252. Check that accented letters are right.']
  if (sheets.chosenSheet) return [chosenNotice(sheets.chosenSheet)]
  if (!sheets.named) return []
  const missing = importSheets.filter((sheet) => !sheetKeys[sheet].optional && !sheets[sheetKeys[sheet].key])
  return [
    `The file has no sheet called ${missing.join(' or ')}. Its sheets are ${sheets.named.map((name) => `“${name}”`).join(', ')}.`,
  ]
}

const all = new Intl.ListFormat('en')

function chosenNotice({ name, others }: NonNullable<Sheets['chosenSheet']>): string {
  const left = all.format(others.map((other) => `“${other}”`))
  return `Only the sheet “${name}” is imported, not ${left}. To import another one, save it as a file of its own.`
}

type Reader<T> = (row: SheetRow, problems: Problems) => T | undefined

type SheetToRead = Readonly<{ sheet: ImportSheet; read: SheetRows | null; currency: Currency }>

async function rowsOfSheet<T extends { broken: boolean }>(
  { sheet, read, currency }: SheetToRead,
  reader: Reader<T>,
): Promise<{ rows: T[]; notices: string[]; problems: ImportProblem[] }> {
  const problems = problemsOf(sheet, read, { currency })
  const notices: string[] = []
  if (!read) {
    if (!sheetKeys[sheet].optional) problems.inSheet(`Invalid ${sheetKeys[sheet].key} sheet format`)
    return { rows: [], notices, problems: problems.found }
  }
  if (read.headingRow) notices.push(titleNotice(read, read.headingRow))
  notices.push(...(read.notices ?? []))
  if (read.unknownColumns.length > 0) notices.push(unknownColumns(read, read.unknownColumns))
  if (read.hidden) notices.push(hiddenNotice(tableName(read), read.hidden))
  for (const heading of otherCurrencies(read, currency))
    problems.inSheet(
      `The amounts of “${heading}” aren’t in ${currency}, your company’s currency. Convert them and rename the column.`,
    )
  const required = requiredColumns(sheet)
  const missing = required.filter((column) => !(column in read.letters))
  // Unknown headings mean a title, or another sheet's: not an empty list. The same applies to a sheet without any cell.
  if (missing.length > 0 && (read.rows.length > 0 || read.unknownColumns.length > 0 || !sheetKeys[sheet].optional)) {
    for (const column of missing) problems.inSheet(`${tableName(read)} has no “${column}” column`)
    return { rows: [], notices, problems: problems.found }
  }
  const rowsWith = async (found: Problems) => {
    const rows: T[] = []
    for await (const some of withPauses(read.rows))
      for (const row of some) {
        const value = readRow({ sheet, required, reader }, row, found)
        if (value) rows.push(value)
      }
    return rows
  }
  const rows = await rowsWith(problems)
  const decided = decidedNumbers(problems.seen)
  if (!decided) return { rows, notices, problems: problems.found }
  const { decimal, example } = decided
  const again = problemsOf(sheet, read, { currency, decimal })
  return {
    rows: await rowsWith(again),
    notices: [...notices, decidedNotice(read, decimal, example)],
    problems: again.found,
  }
}

type SheetReader<T> = { sheet: ImportSheet; required: readonly string[]; reader: Reader<T> }

function readRow<T extends { broken: boolean }>(
  { sheet, required, reader }: SheetReader<T>,
  row: SheetRow,
  problems: Problems,
): T | undefined {
  if (row.tooWide) {
    problems.inRow(row, tooWide(row.tooWide))
    return undefined
  }
  const before = problems.found.length
  requireFields(sheet, required, row, problems)
  const value = reader(row, problems)
  return value && { ...value, broken: problems.found.length > before }
}

/**
 * The decimal separator that all of a sheet's clear numbers have, and the first number that it decides; undefined if
 * they have none or several, or no number depends on it.
 */
function decidedNumbers({ decimals, unclear, onePoint }: SeenNumbers) {
  const [decimal, other] = decimals
  const example = unclear ?? (decimal === ',' ? onePoint : undefined)
  return decimal && !other && example !== undefined ? { decimal, example } : undefined
}

function decidedNotice({ sheet, isFile }: SheetRows, decimal: DecimalSeparator, example: string): string {
  const mark = decimal === ',' ? 'comma' : 'point'
  return `${example}${isFile ? '' : ` in the ${sheet} sheet`} is read as ${String(numberFromText(example, { decimal }))}, because other numbers have a decimal ${mark}.`
}

function tooWide({ cells, columns }: NonNullable<SheetRow['tooWide']>): string {
  return `This row has ${cells} cells, but the first row has ${columns}. Put text that contains the separator in quotation marks.`
}

/** Filtered rows are hidden, too: who filters before saving may expect only the others. */
function hiddenNotice(table: string, { rows, columns }: NonNullable<SheetRows['hidden']>): string {
  const parts = [
    ...(rows > 0 ? [counted(rows, 'hidden row')] : []),
    ...(columns.length > 0 ? [`${counted(columns.length, 'hidden column')} (${columns.join(', ')})`] : []),
  ]
  return `${table} has ${parts.join(' and ')}. They are imported, too.`
}

function titleNotice({ sheet, isFile }: SheetRows, row: number): string {
  return `The columns${isFile ? '' : ` of the ${sheet} sheet`} are named in row ${row}. The rows above it aren’t imported.`
}

/** Headings of amounts that name another currency than the company's. A person who chose a column knows what it has. */
function otherCurrencies({ columns = [], isChosen }: SheetRows, currency: Currency): string[] {
  if (isChosen) return []
  return columns.flatMap(({ heading, column }) => {
    const named = /\((\p{Sc}|\p{L}{3})\)$/u.exec(heading)?.[1]
    const isAmount = column === 'price' || column === 'cost_price'
    return isAmount && named && withoutCurrency(`${named}1`, currency) !== '1' ? [heading] : []
  })
}

/** Says what is left out and what to do: otherwise a stock column with an unusual name would be missed. */
function unknownColumns({ sheet, isFile, isChosen, columns }: SheetRows, names: string[]): string {
  const place = isFile ? '' : ` in the ${sheet} sheet`
  const listed = names.map((name) => `“${name}”`).join(', ')
  const one = names.length === 1
  if (isChosen) return one ? `The column ${listed}${place} isn’t imported.` : `Not imported${place}: ${listed}.`
  const how = columns ? 'match it with a field, or rename it as in the template' : 'rename it as in the template'
  return one
    ? `The column ${listed}${place} isn’t recognized, so it isn’t imported. To import it, ${how}.`
    : `These columns${place} aren’t recognized, so they aren’t imported: ${listed}. To import one, ${how}.`
}

function requireFields(sheet: ImportSheet, required: readonly string[], row: SheetRow, problems: Problems): void {
  const missing = required.find((column) => isBlank(row.values[column]))
  if (missing === undefined) return
  problems.at(row, missing, `Missing required fields in ${sheetKeys[sheet].one} at row ${row.row}`)
}
