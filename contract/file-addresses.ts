/** Every stored file is in one bucket, in the folder of its kind, separate for each organization. */
const bucket = 'inventory'
export const pictureFolders = ['product-images', 'receiving-images'] as const
export type PictureFolder = (typeof pictureFolders)[number]

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const pattern = new RegExp(`^/files/${bucket}/(?:${pictureFolders.join('|')})/${uuid}/[\\w-]{43}\\.webp$`)

/** The address of one of our files. `name` is 43 unguessable characters and `.webp`. */
export function fileAddress(folder: PictureFolder, org_id: string, name: string): string {
  return `/files/${bucket}/${folder}/${org_id}/${name}`
}

/** Whether a text is such an address: then it refers to a file of this server. */
export function isFileAddress(text: string): boolean {
  return pattern.test(text)
}
