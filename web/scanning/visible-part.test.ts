import { expect, test } from 'vitest'
import { visiblePart } from './visible-part.ts'

test('the part in the frame is cut from the middle of a picture that is wider than its box', () => {
  // Shown at half its size, with 340 of its 1280 pixels hidden at each side.
  const part = visiblePart(
    { width: 1280, height: 720 },
    { left: 0, top: 100, width: 300, height: 360 },
    { left: 50, top: 230, width: 200, height: 100 },
  )
  expect(part).toEqual({ left: 408, top: 244, width: 464, height: 232 })
})

test('the part never reaches beyond the picture', () => {
  const box = { left: 0, top: 0, width: 320, height: 240 }
  expect(visiblePart({ width: 640, height: 480 }, box, box)).toEqual({ left: 0, top: 0, width: 640, height: 480 })
})
