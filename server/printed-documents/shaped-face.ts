import { create, type Face, type Shape } from 'fontkit'
import { rtlScripts } from './scripts.ts'

/** Letters that change or move with their neighbors stay together; everything else is shaped separately, once. */
const tokens =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}\u200c\u200d])+|[^]/gu
const shapesKept = 20_000

export type ShapedFace = Face & {
  /** The width of a text at size 1. */
  widthOf(text: string): number
}

/**
 * A font that caches the shapes of words: shaping one takes a quarter of a millisecond, and documents repeat their
 * words. `features` are turned on or off for all its texts. `postscriptName` is its name in a PDF, where two fonts with
 * one name count as the same.
 */
export function shapedFace(
  file: Uint8Array,
  postscriptName: string,
  features: Readonly<Record<string, boolean>> = {},
): ShapedFace {
  const face = create(file)
  // A separate instance: glyphs read as parts of others would lose their text there.
  const embedded = create(file)
  const shapes = new Map<string, Shape>()
  const shapeOf = (text: string): Shape => {
    let shape = shapes.get(text)
    if (!shape) {
      if (shapes.size >= shapesKept) shapes.clear()
      // The library writes its own choices into the given object.
      const { glyphs, positions, advanceWidth } = face.layout(text, { ...features })
      shape = { glyphs, positions, advanceWidth }
      shapes.set(text, shape)
    }
    return shape
  }
  const partsOf = (text: string) => (rtlScripts.test(text) ? [text] : (text.match(tokens) ?? [])).map(shapeOf)
  const layout = (text: string): Shape => {
    const parts = partsOf(text)
    return {
      glyphs: parts.flatMap(({ glyphs }) => glyphs),
      // Copies: the PDF library scales them in place.
      positions: parts.flatMap(({ positions }) => positions.map((position) => ({ ...position }))),
      advanceWidth: parts.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    }
  }
  const { unitsPerEm } = face
  const widthOf = (text: string) => partsOf(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / unitsPerEm
  return Object.create(face, {
    layout: { value: layout },
    createSubset: { value: () => embedded.createSubset() },
    widthOf: { value: widthOf },
    postscriptName: { value: postscriptName },
  }) as ShapedFace
}
