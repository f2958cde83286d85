import type { Role } from '../../contract/permissions.ts'

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  staff: 'Staff',
  viewer: 'Viewer',
}

/** What each role may do, in a sentence. */
export const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Everything, including ownership and security rules.',
  admin: 'Manages members, settings and API keys, and everything staff do.',
  staff: 'Adds and changes products, stock, orders, receipts and shipments.',
  viewer: 'Sees products, stock, orders and reports. Changes nothing.',
}
