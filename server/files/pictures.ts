import type { Sharp } from 'sharp'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../platform/refusal.ts'
import { createFairQueue, TooBusy } from '../platform/fair-queue.ts'

/** A stored picture: WebP without metadata, upright, with a small version for lists. */
export type Picture = Readonly<{ bytes: Buffer; small: Buffer; width: number; height: number }>

const notAPicture = 'This image can’t be read. Use a JPEG, PNG or WebP file.'

/**
 * Decodes a JPEG, PNG or WebP and re-encodes it: the stored file contains only pixels, without EXIF, the position where
 * it was taken, or hidden data. Size is looked at before decoding. Refuses unreadable_file (another type, broken, too
 * many pixels, too slow) and busy (too many at once).
 */
export async function readPicture(org_id: string, file: Uint8Array): Promise<Picture> {
  if (!startsAs(file, ['jpeg', 'png', 'webp'])) refuse('unreadable_file', undefined, notAPicture)
  return whenFree(org_id, () => reencode(file))
}

const firstBytes = {
  jpeg: (head: string) => head.startsWith('\xff\xd8\xff'),
  png: (head: string) => head.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (head: string) => /^RIFF[^]{4}WEBP/.test(head),
} as const

/** Whether a file begins like one of these formats. The name and the content type of the upload are ignored. */
export function startsAs(file: Uint8Array, formats: readonly (keyof typeof firstBytes)[]): boolean {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 12)).toString('latin1')
  return formats.some((format) => firstBytes[format](head))
}

/** Checks a picture's size before it is decoded. Refuses unreadable_file: broken, too many pixels. */
export async function checkPixels(file: Uint8Array, sentence: string): Promise<void> {
  const { sharp } = await import('./picture-library.ts')
  const { width, height } = await readable(sharp(file, { limitInputPixels: false }).metadata(), sentence)
  if (width * height > limits.picturePixels || Math.max(width, height) > limits.picturePixelsPerSide) {
    const most = Math.floor(limits.picturePixels / 1_000_000)
    const tooLarge = `This image is too large (${width} × ${height} pixels). The limit is ${most} million pixels.`
    refuse('unreadable_file', { width, height }, tooLarge)
  }
}

async function reencode(file: Uint8Array): Promise<Picture> {
  await checkPixels(file, notAPicture)
  const { sharp } = await import('./picture-library.ts')
  // One decoding for both: the small version is made from the large one.
  const large = await readable(
    fitted(sharp(file, { limitInputPixels: limits.picturePixels, failOn: 'error' }).autoOrient(), limits.pictureSide)
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true }),
    notAPicture,
  )
  const small = await fitted(sharp(large.data), limits.pictureSideSmall).webp({ quality: 80 }).toBuffer()
  return { bytes: large.data, small, width: large.info.width, height: large.info.height }
}

function fitted(picture: Sharp, side: number): Sharp {
  return picture
    .timeout({ seconds: limits.pictureSeconds })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

/** Decoder errors are the file's fault: its bytes, pixels and seconds are limited. */
export async function readable<T>(work: Promise<T>, sentence: string): Promise<T> {
  try {
    return await work
  } catch {
    return refuse('unreadable_file', undefined, sentence)
  }
}

/** A few at a time: a decoded picture holds its pixels in memory. */
const queue = createFairQueue({
  inAll: limits.picturesAtOnce,
  waitingMax: limits.picturesWaiting,
  waitingPerKey: limits.picturesWaitingPerOrganization,
})

/** Runs work on a picture of an organization when a slot is free. Refuses busy if too many wait. */
export async function whenFree<T>(org_id: string, work: () => Promise<T>): Promise<T> {
  const leave = await queue.enter(org_id).catch(refuseBusy)
  try {
    return await work()
  } finally {
    leave()
  }
}

function refuseBusy(error: unknown): never {
  if (error instanceof TooBusy) refuse('busy', undefined, 'Other images are being processed. Try again in a moment.')
  throw error
}
