import type { KeyboardEvent } from 'react'
import { readNumber } from './number-text.ts'

/** The parts of a key event that decide about it. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** What a scanner typed, and the field's text before it. */
type Scan = Readonly<{ code: string; before: string }>

/** Scanners that act as keyboards leave at most this between two keys; fast typists need three times as long. */
const longestGapMs = 35
/** No one types as many keys at that speed. */
const fewestKeys = 6
/** Nor this many, if together they aren't a number. */
const fewestOfText = 3

/** The sign for the character GS, which scanners type as Ctrl and ]. */
const separator = '\u241d'

/**
 * Recognizes a scan in a field for numbers by the speed of its keys: a barcode's digits would be a quantity, and the
 * Enter after them would save it. Called with every key pressed there and the text before it; returns the scan when
 * its Enter is pressed.
 */
export function scanOfKeys(): (press: Press, text: string) => Scan | null {
  let code = ''
  let before = ''
  let lastMs = -Infinity
  return (press, text) => {
    const { key, timeStamp } = press
    const isSeparator = key === ']' && press.ctrlKey
    const isText = isSeparator || ([...key].length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey)
    if (!isText && key !== 'Enter') {
      // Scanners hold Shift for capitals; every other key is a person's.
      if (key !== 'Shift' && key !== 'Control') code = ''
      return null
    }
    const isFast = code !== '' && timeStamp - lastMs <= longestGapMs
    lastMs = timeStamp
    if (key === 'Enter') {
      const scan = { code, before }
      const isScan = isFast && (code.length >= fewestKeys || (code.length >= fewestOfText && !isNumber(code)))
      code = ''
      return isScan ? scan : null
    }
    if (!isFast) [code, before] = ['', text]
    code += isSeparator ? separator : key
    return null
  }
}

const isNumber = (text: string) => typeof readNumber(text) === 'number'

/** Types a scanned code and Enter into the field for scans of the same dialog or screen; false if there is none. */
export function moveScan(code: string, from: Element): boolean {
  const around = from.closest('[role="dialog"], main')
  const field = around?.querySelector<HTMLInputElement>('[data-takes-typing]:not(:disabled)')
  if (!field) return false
  typeScan(code, field)
  return true
}

/** Replaces a field's text with a code and presses Enter, as a scanner does. */
export function typeScan(code: string, field: HTMLInputElement): void {
  field.focus()
  field.select()
  document.execCommand('insertText', false, code)
  // Once the field knows the text: React renders it after the event that led here.
  setTimeout(() => {
    const press = new globalThis.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    field.dispatchEvent(press)
  })
}
