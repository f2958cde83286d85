import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterNextPaint } from './after-next-paint.ts'

let frames: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('work runs once, after the next frame is drawn', () => {
  const work = vi.fn()
  afterNextPaint(work)
  vi.advanceTimersByTime(20)
  expect(work).not.toHaveBeenCalled()
  for (const frame of frames) frame()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(work).toHaveBeenCalledOnce()
})

test('work runs in a tab that goes to the background before the frame', () => {
  const work = vi.fn()
  afterNextPaint(work)
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledOnce()
  for (const frame of frames) frame()
  vi.advanceTimersByTime(1_000)
  expect(work).toHaveBeenCalledOnce()
})

test('work runs immediately in a tab in the background', () => {
  vi.stubGlobal('document', { hidden: true })
  const work = vi.fn()
  afterNextPaint(work)
  expect(work).toHaveBeenCalledOnce()
})
