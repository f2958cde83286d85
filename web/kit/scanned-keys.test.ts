import { expect, test } from 'vitest'
import { scanOfKeys } from './scanned-keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

/** Presses these keys into a field that has `text`, `gapMs` apart; returns what was recognized with the last one. */
function press(keys: readonly string[], how: { text?: string; gapMs?: number; lastGapMs?: number } = {}) {
  const { gapMs = 5, lastGapMs = gapMs } = how
  let text = how.text ?? ''
  const scan = scanOfKeys()
  let now = 1_000
  let found: ReturnType<typeof scan> = null
  for (const [index, key] of keys.entries()) {
    now += index === keys.length - 1 ? lastGapMs : gapMs
    const isSeparator = key === 'Ctrl+]'
    found = scan({ ...plain, key: isSeparator ? ']' : key, ctrlKey: isSeparator, timeStamp: now }, text)
    if ([...key].length === 1) text += key
  }
  return found
}

test('keys faster than anyone types are a scan once Enter follows, and the text before them is known', () => {
  expect(press([...'96385074', 'Enter'], { text: '4' })).toEqual({ code: '96385074', before: '4' })
  expect(press([...'B-1', 'Enter'])).toEqual({ code: 'B-1', before: '' })
  expect(press([...'96385074'])).toBeNull()
})

test('a number that is typed isn’t a scan, however large, nor is a short one that is typed fast', () => {
  expect(press([...'96385074', 'Enter'], { gapMs: 90 })).toBeNull()
  expect(press([...'96385074', 'Enter'], { lastGapMs: 200 })).toBeNull()
  expect(press([...'1200', 'Enter'])).toBeNull()
  expect(press([...'12.50', 'Enter'])).toBeNull()
})

test('what was typed before a scan stays apart from it, and a correction ends what came before', () => {
  const scan = scanOfKeys()
  scan({ ...plain, key: '4', timeStamp: 0 }, '')
  for (const [index, key] of [...'96385074'].entries())
    scan({ ...plain, key, timeStamp: 500 + index * 8 }, `4${'96385074'.slice(0, index)}`)
  expect(scan({ ...plain, key: 'Enter', timeStamp: 565 }, '496385074')).toEqual({ code: '96385074', before: '4' })
  expect(press([...'963850', 'Backspace', '7', '4', 'Enter'])).toBeNull()
})

test('a GS1 code keeps its separators, and Shift for a capital is part of it', () => {
  const keys = [...'0100036000291452', '1', '0', 'Shift', 'A', 'Shift', 'B', 'Control', 'Ctrl+]', ...'3012', 'Enter']
  expect(press(keys)?.code).toBe('010003600029145210AB\u241d3012')
})
