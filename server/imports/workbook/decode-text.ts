import { isUtf8 } from 'node:buffer'
import { unreadable } from './unreadable.ts'

/** A text file's content. `isLegacy`: it isn't Unicode and was read as Windows-1252, which old programs write. */
export type DecodedText = Readonly<{ text: string; isLegacy: boolean }>

/**
 * Decodes a text file: UTF-8, UTF-16 with its byte order mark (Excel's "Unicode Text"), otherwise Windows-1252. Refuses
 * files that aren't texts.
 */
export function decodeText(file: Buffer): DecodedText {
  const encoding = encodingOf(file)
  const text = new TextDecoder(encoding).decode(file)
  if (text.includes('\0'))
    unreadable('This isn’t a text file, although its name says so. Save it as CSV and try again.')
  return { text, isLegacy: encoding === 'windows-1252' }
}

function encodingOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}
