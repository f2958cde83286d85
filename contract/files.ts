import { z } from 'zod'
import { command } from './endpoint.ts'
import { id } from './fields.ts'
import { isFileAddress, pictureFolders } from './file-addresses.ts'
import { limits } from './limits.ts'

/** An uploaded picture: re-encoded, without the camera's metadata. */
export const storedFile = z.object({
  id,
  /** Its address: a path of this server, for members only. Records that use the picture store this. */
  address: z.string().refine(isFileAddress),
  content_type: z.literal('image/webp'),
  size_bytes: z.number(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
})
export type StoredFile = z.output<typeof storedFile>

export const uploadFile = command({
  name: 'upload_file',
  summary:
    'Uploads an image (JPEG, PNG or WebP, as bytes) and returns its address. Images that aren’t used within a day are removed',
  method: 'POST',
  path: '/files',
  permission: 'files.write',
  input: z.strictObject({
    /** The purpose: each kind of picture has its folder. */
    folder: z.enum(pictureFolders),
    file: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0, 'This file is empty'),
  }),
  output: storedFile,
  status: 201,
  changes: [],
  body: 'bytes',
  bodyBytes: limits.pictureBytes,
})
