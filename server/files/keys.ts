import { fileAddress, type PictureFolder } from '../../contract/file-addresses.ts'

export type PictureSize = 'full' | 'small'

/** Where the bytes of a file's address are in the store. */
export function keyOf(address: string, size: PictureSize = 'full'): string {
  const key = address.replace(/^\/files\//, '')
  return size === 'small' ? key.replace(/\.webp$/, '-small.webp') : key
}

/** Where all files of an organization in one folder are in the store. */
export function folderOf(folder: PictureFolder, org_id: string): string {
  return keyOf(fileAddress(folder, org_id, ''))
}
