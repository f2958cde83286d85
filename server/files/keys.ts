export type PictureSize = 'full' | 'small'

/** Where the bytes of a file's address lie in the store. */
export function keyOf(address: string, size: PictureSize = 'full'): string {
  const key = address.replace(/^\/files\//, '')
  return size === 'small' ? key.replace(/\.webp$/, '-small.webp') : key
}
