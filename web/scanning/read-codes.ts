import { loadCode } from '../kit/load-code.ts'
import type { CodeReader } from './code-reader.ts'

/** As browsers call them: retail, industry, and the two-dimensional ones on labels. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code', 'data_matrix'] as const

type Detector = { detect: (picture: HTMLCanvasElement) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The browser's own reader, if it knows all formats; else one that is loaded from our server. */
export async function loadCodeReader(): Promise<CodeReader> {
  const own = await browsersReader()
  if (!own) return loadZxing()
  let reader = own
  return async (picture) => {
    try {
      return await reader(picture)
    } catch (error) {
      if (reader !== own) throw error
      // Android has the interface also where the service behind it isn't installed.
      reader = await loadZxing()
      return reader(picture)
    }
  }
}

async function loadZxing(): Promise<CodeReader> {
  const { zxingReader } = await loadCode(() => import('./zxing-reader.ts'))
  return zxingReader()
}

async function browsersReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const supported = (await BarcodeDetector?.getSupportedFormats()) ?? []
  if (!BarcodeDetector || !formats.every((format) => supported.includes(format))) return null
  const detector = new BarcodeDetector({ formats })
  return async (picture) => (await detector.detect(picture))[0]?.rawValue || null
}
