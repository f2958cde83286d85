import { limits } from '../../contract/limits.ts'

/** Below this a photo is sent within seconds on a slow network. */
const smallBytes = 600_000

/**
 * A phone's photo in the size that the server stores: a tenth of its bytes, which take over a minute at 400 kbit/s.
 * Other files, and those that this browser can't read, stay as they are: the server decides about them.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (file.type !== 'image/jpeg' || file.size <= smallBytes) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const scale = limits.pictureSide / Math.max(picture.width, picture.height)
  if (scale >= 1) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(picture.width * scale))
  canvas.height = Math.max(1, Math.ceil(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!smaller || smaller.size >= file.size) return file
  return new File([smaller], file.name, { type: 'image/jpeg', lastModified: file.lastModified })
}
