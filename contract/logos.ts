import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { limits } from './limits.ts'

const logo = z.object({
  /** The PNG as a data address: `data:image/png;base64,…`. */
  data_url: z.string(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
})

const output = z.object({ logo: logo.nullable() })

export const readLogo = query({
  name: 'read_logo',
  summary: 'Returns the organization’s logo, as it appears on documents, shared pages and emails',
  path: '/settings/logo',
  permission: 'settings.read',
  input: z.strictObject({}),
  output,
})

export const saveLogo = command({
  name: 'save_logo',
  summary: 'Uploads the organization’s logo (PNG or JPEG, as bytes), replacing an earlier one',
  method: 'PUT',
  path: '/settings/logo',
  permission: 'settings.write',
  input: z.strictObject({
    file: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0, 'This file is empty'),
  }),
  output,
  changes: ['settings'],
  body: 'bytes',
  bodyBytes: limits.logoBytes,
})

export const removeLogo = command({
  name: 'remove_logo',
  summary: 'Removes the organization’s logo',
  method: 'DELETE',
  path: '/settings/logo',
  permission: 'settings.write',
  input: z.strictObject({}),
  output,
  changes: ['settings'],
})
