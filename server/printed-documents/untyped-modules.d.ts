/** Libraries without types: the parts we use. */
declare module 'fontkit' {
  export type Shape = { glyphs: readonly object[]; positions: readonly object[]; advanceWidth: number }
  export type Face = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: Record<string, boolean>): Shape
    createSubset(): object
  }
  export function create(file: Uint8Array): Face
}

declare module 'linebreak' {
  /** Where a line may break (UAX #14); null after the last position. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'bidi-js' {
  type Bidi = {
    getEmbeddingLevels(text: string): {
      levels: Uint8Array
      paragraphs: { start: number; end: number; level: number }[]
    }
    getMirroredCharacter(char: string): string | null
  }
  export default function bidiFactory(): Bidi
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: undefined,
    options: { targetFormat: 'sfnt'; keepAllGlyphs: true; variationAxes?: Record<string, number> },
  ): Promise<Buffer>
}

/** Missing in the types of pdfkit. */
declare namespace PDFKit.Mixins {
  interface PDFImage {
    /** A picture for `image`, which can draw it several times. */
    openImage(src: ImageSrc): ImageSrc
  }
}
