import type { KeyboardEvent } from 'react'
import { readNumber } from './number-text.ts'

/** The parts of a key event that decide about it. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'timeStamp'>
/** The parts of an input event that decide about it. */
type Insertion = Pick<InputEvent, 'inputType' | 'data' | 'timeStamp'>

/** What a scanner typed, and the field's text before it. */
type Scan = Readonly<{ code: string; before: string }>

/** What was typed without a pause: when each key or piece came, and the field's text before the first one. */
type Run = Scan & Readonly<{ times: readonly number[] }>

type ScanReader = Readonly<{
  /** Called with each key that is pressed and the text before it; returns the scan when its Enter is pressed. */
  press: (press: Press, text: string) => Scan | null
  /**
   * Called with each input event and the texts before and after it: scanners of phones insert text without pressing
   * keys.
   */
  insert: (insertion: Insertion, text: string, after: string) => void
  /** Called when a keyboard app begins to compose text. */
  compose: () => void
}>

/** A longer pause separates what a person typed from the code scanned after it. */
const longestGapMs = 150
/** No one types six keys and Enter as fast: 15,000 keys an hour, one in 240 ms, are a lot. Bluetooth takes 40 to 80. */
const paceOfLongMs = 90
/** Of a few keys people can be fast, but not this fast. */
const paceOfShortMs = 35
/** Nor this fast and at the same time even to within `evenToMs`, as only devices are. */
const paceOfEvenMs = 80
const evenToMs = 25
/** Three digits can be struck almost at once. */
const paceOfThreeDigitsMs = 20

/** The sign for the character GS, which scanners type as Ctrl and ]. */
const separator = '\u241d'
/** Scanners hold the first two for capitals, keyboard apps report the others. All other keys are a person's. */
const silentKeys = ['Shift', 'Control', 'Unidentified', 'Process']
/** Text that is pasted, dropped or restored comes at once, too. */
const typedInsertions = ['insertText', 'insertCompositionText', 'insertFromComposition']

const nothing: Run = { code: '', before: '', times: [] }

/**
 * Recognizes a scan in a field for numbers by its pace: a barcode's digits would be a quantity, and the Enter after
 * them would save it. A code of one or two characters, a short one with a decimal point, and one without an Enter can't
 * be told from a typed number.
 */
export function scanReader(): ScanReader {
  let run = nothing
  let isInserted = false
  let composed = ''
  const add = (piece: string, text: string, ms: number) => {
    const isNext = run.code !== '' && ms - (run.times.at(-1) ?? 0) <= longestGapMs
    const { code, before, times } = isNext ? run : { ...nothing, before: text }
    run = { code: code + piece, before, times: [...times, ms] }
  }
  return {
    press(press, text) {
      const { key, timeStamp } = press
      const isSeparator = key === ']' && press.ctrlKey
      const isText = isSeparator || ([...key].length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey)
      isInserted = isText && !isSeparator
      // A key that is held down repeats faster than anyone types.
      if (isText && !press.repeat) add(isSeparator ? separator : key, text, timeStamp)
      else if (silentKeys.includes(key)) add('', text, timeStamp)
      else {
        const { code, before } = run
        const isScan = key === 'Enter' && hasPaceOfScan(run, timeStamp)
        run = nothing
        return isScan ? { code, before } : null
      }
      return null
    },
    insert({ inputType, data, timeStamp }, text, after) {
      const wasPressed = isInserted
      isInserted = false
      if (wasPressed) return
      if (!typedInsertions.includes(inputType) || data === null) {
        run = nothing
        return
      }
      // The whole composed text is reported each time.
      const isComposing = inputType !== 'insertText'
      const piece = isComposing && data.startsWith(composed) ? data.slice(composed.length) : data
      composed = isComposing ? data : ''
      // What replaces a selection doesn't continue it.
      if (!isComposing && after.length < text.length + data.length) run = nothing
      if (piece !== '') add(piece, text, timeStamp)
    },
    compose() {
      composed = ''
    },
  }
}

/** Whether only a scanner types like this. */
function hasPaceOfScan({ code, times: [first = 0, ...others] }: Run, enterMs: number): boolean {
  const times = [first, ...others, enterMs]
  const gaps = times.slice(1).map((ms, index) => ms - (times[index] ?? 0))
  const longest = Math.max(...gaps)
  const keys = [...code].length
  if (keys < 3 || longest > longestGapMs) return false
  // A percentage is typed with its sign.
  const isNumber = typeof readNumber(code.replace(/\s*%$/, '')) === 'number'
  if (keys < 6 && isNumber && !/^\d+$/.test(code)) return false
  const isEven = longest - Math.min(...gaps) <= evenToMs
  const slowest =
    keys >= 6 ? paceOfLongMs : keys === 3 && isNumber ? paceOfThreeDigitsMs : isEven ? paceOfEvenMs : paceOfShortMs
  return (enterMs - first) / Math.max(keys, gaps.length) <= slowest
}

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
