import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A real picture in one of the three formats, of one color. */
export function picture(format: 'jpeg' | 'png' | 'webp' = 'png', width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3B82F6' } })
    .toFormat(format)
    .toBuffer()
}

/** A JPEG as a phone writes it: rotated, with author and position in its EXIF. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 40, channels: 3, background: '#EF4444' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'Secret owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .toBuffer()
}

/** A PNG whose header claims these sides, with almost no data. */
export function claimedPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // 8 bits, true color.
  head.writeUInt8(8, 8)
  head.writeUInt8(2, 9)
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
