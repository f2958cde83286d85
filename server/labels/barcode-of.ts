import JsBarcode from 'jsbarcode'
import { create } from 'qrcode'

/** Modules from left to right; `1` is dark. `quiet` is the empty space on both sides that scanners need, in modules. */
export type Lines = Readonly<{ modules: string; quiet: number }>

/** The rows of a square of modules, and the empty space around it. */
export type Square = Readonly<{ rows: readonly string[]; quiet: number }>

/** By the number of digits: what shops scan. Their last digit checks the others (GS1 General Specifications, 7.9). */
const retail: Readonly<Record<number, string>> = { 8: 'EAN8', 12: 'UPC', 13: 'EAN13' }

/**
 * A text as lines: an EAN or UPC if it is a valid one, otherwise Code 128. Null if it isn't ASCII. An EAN-13
 * needs 11 empty modules, Code 128 ten (ISO/IEC 15420 and 15417).
 */
export function linesFor(text: string): Lines | null {
  const format = /^\d+$/.test(text) ? retail[text.length] : undefined
  const modules = (format && modulesOf(text, format)) || (/^[\x20-\x7e]+$/.test(text) && modulesOf(text, 'CODE128'))
  return modules ? { modules, quiet: 11 } : null
}

/** A text as a QR code (ISO/IEC 18004) that can be read with a seventh of it dirty; 4 modules around it stay empty. */
export function squareFor(text: string): Square {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, row) => data.subarray(row * size, (row + 1) * size).join(''))
  return { rows, quiet: 4 }
}

/** Null if the text isn't valid in this format: the last digit of an EAN is wrong. */
function modulesOf(text: string, format: string): string | null {
  const drawn: { encodings?: readonly { data: string }[] } = {}
  let isValid = true
  JsBarcode(drawn, text, { format, flat: true, valid: (valid) => (isValid = valid) })
  if (!isValid || !drawn.encodings) return null
  return drawn.encodings.map(({ data }) => data).join('')
}
