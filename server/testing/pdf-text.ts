import { inflateSync } from 'node:zlib'

/** The readable text of our PDFs: the texts of each page, in the order in which they were written. */
export function pdfPages(file: Buffer): string[] {
  return pdfTexts(file).map((texts) => texts.map(({ text }) => `${text}\n`).join(''))
}

type PdfText = { text: string; x: number; y: number; size: number }

/** The same texts with their distances from the left and the lower edge of the page and their sizes, in points. */
export function pdfTexts(file: Buffer): PdfText[][] {
  const objects = objectsOf(file)
  const fonts = new Map<string, Map<string, string>>()
  for (const { text } of objects.values())
    for (const [, name = '', id = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.text ?? '')?.[1]
      if (cmap) fonts.set(name, glyphsOf(objects.get(cmap)?.stream ?? ''))
    }
  return contentsOf(objects).map((content) => pageTexts(content, fonts))
}

/** The rectangles of each page, in points from its top left corner. */
export function pdfRectangles(file: Buffer): { x: number; y: number; width: number; height: number }[][] {
  return contentsOf(objectsOf(file)).map((content) =>
    [...content.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re\b/g)].map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    })),
  )
}

function contentsOf(objects: Objects): string[] {
  return [...objects.values()]
    .filter(({ text }) => /\/Type \/Page\b/.test(text))
    .map(({ text }) => objects.get(/\/Contents (\d+) 0 R/.exec(text)?.[1] ?? '')?.stream ?? '')
}

type Objects = Map<string, { text: string; stream: string }>

function objectsOf(file: Buffer): Objects {
  const objects: Objects = new Map()
  const whole = file.toString('latin1')
  for (const [, id = '', body = ''] of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [text = '', data] = body.split(/\nstream\n/)
    const bytes = data && Buffer.from(data.replace(/\nendstream$/, ''), 'latin1')
    const stream = bytes ? (text.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') : ''
    objects.set(id, { text, stream })
  }
  return objects
}

/** The text of each glyph: a searchable PDF that can be copied from contains it. */
function glyphsOf(cmap: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', codes = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs))
    for (const [index, [, hex = '']] of [...codes.matchAll(/<([0-9a-f ]*)>/g)].entries())
      glyphs.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'),
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
  return glyphs
}

function pageTexts(content: string, fonts: Map<string, Map<string, string>>): PdfText[] {
  let glyphs = new Map<string, string>()
  let [x, y, size] = [0, 0, 0]
  const texts: PdfText[] = []
  for (const [, font, points, left, height, shown] of content.matchAll(
    /\/(F\d+) ([\d.]+) Tf|1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|\[(.*?)\] TJ/gs,
  )) {
    if (font) {
      glyphs = fonts.get(font) ?? new Map()
      size = Number(points)
    }
    if (left && height) [x, y] = [Number(left), Number(height)]
    if (shown === undefined) continue
    const codes = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    texts.push({ text: codes.map((code) => glyphs.get(code) ?? '?').join(''), x, y, size })
  }
  return texts
}
