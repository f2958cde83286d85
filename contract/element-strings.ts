import { isUrl } from './is-url.ts'
import { isDay } from './days.ts'
import { equalBarcodes, isTradeNumber } from './equal-barcodes.ts'
import { limits } from './limits.ts'
import { trimmed } from './trimmed.ts'

/** The goods that a scanned code describes. */
export type ScannedGoods = Readonly<{
  /** The number of the trade item (GTIN), 14 digits. */
  trade_number: string
  /** The lot, or the serial number if there is only that; '' for none. */
  lot_number: string
  /** The expiry date, or the best before date if there is only that; '' for none. */
  expires_on: string
  /** The number of units; null if the code has none. */
  quantity: number | null
}>

/** What ends an element: the character GS, and what scanners that act as keyboards and people write for it. */
const separators = '\u001d\u241d\u2194'
const endOfElement = new RegExp(`[${separators}]`)
const betweenElements = new RegExp(`^[${separators}]+`)

/** What scanners send before a code of GS1-128, GS1 DataMatrix, GS1 QR, GS1 DataBar and GS1 DotCode. */
const symbology = /^\](C1|d2|Q3|e0|J1)/

/** The lengths of elements that no separator ends, with the identifier, by its first two digits. */
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  '20': 4,
  '41': 16,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((identifier) => [identifier, 8])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((identifier) => [identifier, 10])),
}

/** The values of a code by their application identifier; of longer ones, only the first two digits. */
type Elements = ReadonlyMap<string, string>

/** Scanned: each element follows the one before it. Null if that can't be. */
function elementsOf(text: string): Elements | null {
  const elements = new Map<string, string>()
  let rest = text.replace(betweenElements, '')
  while (rest !== '') {
    const identifier = rest.slice(0, 2)
    const end = rest.search(endOfElement)
    const length = fixedLengths[identifier] ?? (end === -1 ? rest.length : end)
    const isWhole = length <= rest.length && (end === -1 || length <= end)
    if (!/^\d\d$/.test(identifier) || !isWhole || elements.has(identifier)) return null
    elements.set(identifier, rest.slice(2, length))
    rest = rest.slice(length).replace(betweenElements, '')
  }
  return elements
}

/** Typed as printed below the code: each identifier in brackets. A lot can contain brackets with anything else. */
function bracketedElements(text: string): Elements {
  const pairs = text.matchAll(/\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/gs)
  return new Map(Array.from(pairs, ([, identifier = '', value = '']) => [identifier, trimmed(value)]))
}

/** A GS1 Digital Link: identifiers and values in turn in its path, more of them after the question mark. */
function linkedElements(text: string): Elements | null {
  if (!isUrl(text)) return null
  const { pathname, searchParams } = new URL(text)
  const parts = pathname.split('/')
  const start = parts.findIndex((part, at) => part === '01' && isTradeNumber(parts[at + 1] ?? ''))
  if (start === -1) return null
  const pairs = parts
    .slice(start)
    .flatMap((identifier, at, path): [string, string][] =>
      at % 2 === 0 ? [[identifier, unescaped(path[at + 1] ?? '')]] : [],
    )
  return new Map([...searchParams, ...pairs])
}

/** Without escapes; unchanged if they are wrong. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function read(scanned: string): Elements | null {
  if (scanned.length > limits.scannedCharacters) return null
  if (/^https?:\/\//i.test(scanned)) return linkedElements(scanned)
  const text = scanned.replace(symbology, '')
  return /^\(\d{2,4}\)/.test(text) ? bracketedElements(text) : elementsOf(text)
}

/** The trade item itself, or the one that a pallet or box contains; null if there is none. */
function tradeNumberOf(elements: Elements | null): string | null {
  const number = elements?.get('01') ?? elements?.get('02') ?? ''
  return isTradeNumber(number) ? number.padStart(14, '0') : null
}

/** A lot or serial number as the standard allows it: up to 20 visible characters. */
function numberOf(value: string | undefined): string {
  return value !== undefined && /^[\x21-\x7e]{1,20}$/.test(value) ? value : ''
}

/**
 * A day written as YYMMDD; '' if there is none. The century is the one that makes it 49 years past to 50 years ahead
 * (section 7.12), and the day 00 is the last of the month (section 3.4).
 */
function dayOf(value: string | undefined, today: string): string {
  const [, short, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(value ?? '') ?? []
  if (short === undefined || month === undefined || day === undefined) return ''
  const now = Number(today.slice(0, 4))
  const ahead = Number(short) - (now % 100)
  const year = now + ahead + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0)
  const last = new Date(Date.UTC(year, Number(month), 0)).getUTCDate()
  const text = `${year}-${month}-${day === '00' ? last : day}`
  return isDay(text) ? text : ''
}

/** A number of units; null if there is none. */
function countOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,8}$/.test(value) && Number(value) > 0 ? Number(value) : null
}

/**
 * The goods that a code of GS1-128, GS1 DataMatrix or GS1 QR describes, as scanners send it (elements separated by GS,
 * with or without the symbology's prefix), as it is printed (identifiers in brackets), or as a GS1 Digital Link. Null
 * for anything else, a plain barcode for example. Values that the standard doesn't allow are left out. `today` decides
 * the century of dates. Never throws.
 *
 * Source: GS1 General Specifications, sections 3 (application identifiers) and 7.8 (element strings); GS1 Digital Link
 * Standard: URI Syntax.
 */
export function scannedGoods(scanned: string, today: string): ScannedGoods | null {
  const elements = read(scanned)
  const trade_number = tradeNumberOf(elements)
  if (!elements || trade_number === null) return null
  return {
    trade_number,
    lot_number: numberOf(elements.get('10')) || numberOf(elements.get('21')),
    expires_on: dayOf(elements.get('17'), today) || dayOf(elements.get('15'), today),
    quantity: countOf(elements.get('30')) ?? countOf(elements.get('37')),
  }
}

/** The barcodes that a typed or scanned code stands for: itself, equal ones, and those of the goods it describes. */
export function scannedBarcodes(scanned: string): string[] {
  const number = tradeNumberOf(read(scanned))
  return [...new Set([...equalBarcodes(scanned), ...(number === null ? [] : equalBarcodes(number))])]
}
