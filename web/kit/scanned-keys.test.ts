import { expect, test } from 'vitest'
import { scanReader } from './scanned-keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false }

type How = { text?: string; gapMs?: number; gapsMs?: readonly number[]; lastGapMs?: number; repeat?: boolean }

/** Presses these keys into a field that has `text`, `gapMs` apart; returns what was recognized with the last one. */
function press(keys: readonly string[], how: How = {}) {
  const { gapMs = 5, gapsMs = [], lastGapMs = gapMs, repeat = false } = how
  let text = how.text ?? ''
  const scans = scanReader()
  let now = 1_000
  let found: ReturnType<typeof scans.press> = null
  for (const [index, key] of keys.entries()) {
    now += gapsMs[index - 1] ?? (index === keys.length - 1 ? lastGapMs : gapMs)
    const isSeparator = key === 'Ctrl+]'
    const event = { ...plain, key: isSeparator ? ']' : key, ctrlKey: isSeparator, timeStamp: now }
    found = scans.press({ ...event, repeat: repeat && index > 0 && key !== 'Enter' }, text)
    if ([...key].length !== 1) continue
    scans.insert({ inputType: 'insertText', data: key, timeStamp: now + 1 }, text, text + key)
    text += key
  }
  return found
}

/** Inserts these texts into an empty field, as keyboard apps do, and presses Enter `enterMs` after the last one. */
function insert(texts: readonly string[], enterMs: number, inputType = 'insertText') {
  const scans = scanReader()
  let now = 1_000
  let text = ''
  scans.compose()
  for (const [index, data] of texts.entries()) {
    now += index === 0 ? 0 : 30
    scans.press({ ...plain, key: 'Unidentified', timeStamp: now }, text)
    const after = inputType === 'insertCompositionText' ? data : text + data
    scans.insert({ inputType, data, timeStamp: now }, text, after)
    text = after
  }
  return scans.press({ ...plain, key: 'Enter', timeStamp: now + enterMs }, text)
}

test('keys faster than anyone types are a scan once Enter follows, and the text before them is known', () => {
  expect(press([...'96385074', 'Enter'], { text: '4' })).toEqual({ code: '96385074', before: '4' })
  expect(press([...'B-1', 'Enter'])).toEqual({ code: 'B-1', before: '' })
  expect(press([...'4011', 'Enter'])).toEqual({ code: '4011', before: '' })
  expect(press([...'101', 'Enter'])).toEqual({ code: '101', before: '' })
  expect(press([...'96385074'])).toBeNull()
})

test('a slow scanner is recognized by a pace that no one keeps up, short codes by its evenness too', () => {
  for (const gapMs of [40, 60, 80]) expect(press([...'96385074', 'Enter'], { gapMs })?.code).toBe('96385074')
  // Bluetooth sometimes sends a key again.
  expect(press([...'963850', 'Enter'], { gapMs: 60, lastGapMs: 140 })?.code).toBe('963850')
  expect(press([...'4011', 'Enter'], { gapMs: 60, lastGapMs: 75 })?.code).toBe('4011')
})

test('a number that is typed isn’t a scan, however large, nor is a short one that is typed fast', () => {
  expect(press([...'96385074', 'Enter'], { gapMs: 110 })).toBeNull()
  expect(press([...'96385074', 'Enter'], { lastGapMs: 200 })).toBeNull()
  // The fingers of a hand, one after the other.
  expect(press([...'1200', 'Enter'], { gapsMs: [70, 40, 35, 95] })).toBeNull()
  expect(press([...'1200', 'Enter'], { gapMs: 90 })).toBeNull()
  expect(press([...'12.50', 'Enter'], { gapsMs: [80, 45, 60, 75, 110] })).toBeNull()
  expect(press([...'120', 'Enter'], { gapMs: 30 })).toBeNull()
  expect(press([...'12', 'Enter'])).toBeNull()
  expect(press([...'4.50', 'Enter'])).toBeNull()
})

test('a key that is held down isn’t a scanner', () => {
  expect(press([...'1000000', 'Enter'], { gapMs: 33, repeat: true })).toBeNull()
})

test('a code that a phone’s scanner inserts at once is a scan, also if a keyboard app composes it', () => {
  expect(insert(['96385074'], 40)?.code).toBe('96385074')
  expect(insert(['4', '0', '1', '1'], 30)?.code).toBe('4011')
  expect(insert(['96', '9638', '96385074'], 20, 'insertCompositionText')?.code).toBe('96385074')
})

test('text that is pasted, dictated or typed on a phone is not a scan', () => {
  expect(insert(['96385074'], 40, 'insertFromPaste')).toBeNull()
  expect(insert(['1200'], 400)).toBeNull()
  expect(insert(['12'], 10)).toBeNull()
})

test('text that replaces what was inserted just before doesn’t continue it', () => {
  const scans = scanReader()
  scans.insert({ inputType: 'insertText', data: '1001', timeStamp: 0 }, '', '1001')
  scans.insert({ inputType: 'insertText', data: '5 %', timeStamp: 40 }, '1001', '5 %')
  expect(scans.press({ ...plain, key: 'Enter', timeStamp: 80 }, '5 %')).toBeNull()
})

test('what was typed before a scan stays apart from it, and a correction ends what came before', () => {
  const scans = scanReader()
  scans.press({ ...plain, key: '4', timeStamp: 0 }, '')
  for (const [index, key] of [...'96385074'].entries())
    scans.press({ ...plain, key, timeStamp: 500 + index * 8 }, `4${'96385074'.slice(0, index)}`)
  expect(scans.press({ ...plain, key: 'Enter', timeStamp: 565 }, '496385074')).toEqual({
    code: '96385074',
    before: '4',
  })
  expect(press([...'963850', 'Backspace', '7', 'Enter'])).toBeNull()
})

test('a GS1 code keeps its separators, and Shift for a capital is part of it', () => {
  const keys = [...'0100036000291452', '1', '0', 'Shift', 'A', 'Shift', 'B', 'Control', 'Ctrl+]', ...'3012', 'Enter']
  expect(press(keys)?.code).toBe('010003600029145210AB\u241d3012')
  expect(press(keys, { gapMs: 80 })?.code).toBe('010003600029145210AB\u241d3012')
})
