import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const size = { width: 640, height: 480 }
const header = Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F30:1 Ip A1:1 C420jpeg\nFRAME\n`)

prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(
      readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')),
    ).buffer,
  },
})

type Format = 'EAN13' | 'UPCA' | 'UPCE' | 'Code128' | 'QRCode' | 'DataMatrix'

/** The file that the fake camera of the journeys shows (playwright.config.ts). */
const film = () => process.env.JOURNEYS_CAMERA ?? ''

/** The camera sees this code from now on, of GS1 if it has brackets; without one, an empty shelf. */
export async function showCode(text?: string, format: Format = 'EAN13'): Promise<void> {
  const light = text === undefined ? await shelf().raw().toBuffer() : await labelled(text, format)
  const picture = Buffer.concat([light, Buffer.alloc((size.width * size.height) / 2, 128)])
  if (!existsSync(film())) return writeFileSync(film(), Buffer.concat([header, picture]))
  // In place: the browser is reading it.
  const file = openSync(film(), 'r+')
  writeSync(file, picture, 0, picture.length, header.length)
  closeSync(file)
}

const shelf = () => sharp({ create: { ...size, channels: 3, background: '#c8c8c8' } }).toColorspace('b-w')

async function labelled(text: string, format: Format): Promise<Buffer> {
  const scale = format === 'QRCode' || format === 'DataMatrix' ? 5 : 2
  const options = text.startsWith('(') ? 'gs1' : ''
  const { image, error } = await writeBarcode(text, { format, scale, options, addQuietZones: true })
  if (!image) throw new Error(error)
  const label = await sharp(Buffer.from(await image.arrayBuffer()))
    .flatten({ background: '#fff' })
    .toBuffer()
  const composed = await shelf()
    .composite([{ input: label }])
    .png()
    .toBuffer()
  return sharp(composed).toColorspace('b-w').raw().toBuffer()
}

/** Records the cameras that the page opens from now on; returns how many of them are on. */
export async function watchCameras(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    window.tracks = []
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      window.tracks.push(...stream.getTracks())
      return stream
    }
  })()`)
  return () => page.evaluate<number>(`window.tracks.filter(({ readyState }) => readyState === 'live').length`)
}
