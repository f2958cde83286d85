import { prepareZXingModule, purgeZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { CodeReader } from './code-reader.ts'

const options: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'Code39', 'ITF', 'QRCode', 'DataMatrix'],
  // As the code contains it: the default adds parentheses to GS1 codes.
  textMode: 'Plain',
  maxNumberOfSymbols: 1,
}

/** A reader for browsers without one: the library's WebAssembly module, from our own server. */
export async function zxingReader(): Promise<CodeReader> {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  } catch (error) {
    // The library remembers the failure, also for the next attempt.
    purgeZXingModule()
    throw error
  }
  return async (picture) => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height)
    const [found] = pixels ? await readBarcodes(pixels, options) : []
    return found?.text || null
  }
}
