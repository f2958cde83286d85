import type { Role } from '../../contract/permissions.ts'

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  staff: 'Staff',
  viewer: 'Viewer',
}

/** What each role may do, in a sentence. */
export const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Full access, including ownership and security rules.',
  admin: 'Can do everything except change ownership and security rules.',
  staff: 'Can add and change products, stock, orders, receipts and shipments.',
  viewer: 'Can view products, stock, orders and reports, but not change them.',
}
