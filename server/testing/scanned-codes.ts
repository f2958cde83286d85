import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type LabelPaperName, labelPapers } from '../../contract/labels.ts'
import { pdfRectangles } from './pdf-text.ts'

const dpi = 300

/** Loads the scanner from this package; without it, the library would load it from the internet. */
function prepareScanner(): void {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
}

/** What a scanner reads on the first page, printed with 300 dots per inch: "EAN13 5901234123457". */
export async function scannedCodes(file: Buffer, paper: LabelPaperName): Promise<string[]> {
  prepareScanner()
  const { page } = labelPapers[paper]
  const [width, height] = [Math.floor((page.width / 25.4) * dpi), Math.floor((page.height / 25.4) * dpi)]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const dot = (points: number) => Math.floor((points / 72) * dpi)
  for (const bar of pdfRectangles(file)[0] ?? [])
    for (let y = dot(bar.y); y < dot(bar.y + bar.height); y++)
      for (let x = dot(bar.x); x < dot(bar.x + bar.width); x++)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  const picture = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
  const codes = await readBarcodes(picture, { tryHarder: true, maxNumberOfSymbols: 99 })
  return codes.map(({ format, text }) => `${format} ${text}`).sort((a, b) => a.localeCompare(b))
}
