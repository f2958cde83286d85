/** Who may do what. Each command and query names one permission; each role holds a list. */
export const permissions = [
  'organization.read',
  'organization.write',
  'members.write',
  'settings.read',
  'settings.write',
  'catalogue.read',
  'catalogue.write',
  'stock.read',
  'stock.write',
  'orders.read',
  'orders.write',
  'receiving.write',
  'shipping.write',
  'files.read',
  'files.write',
  'imports.write',
  'reports.read',
  'audit.read',
] as const
export type Permission = (typeof permissions)[number]

export const roles = ['owner', 'admin', 'staff', 'viewer'] as const
export type Role = (typeof roles)[number]

const viewer: readonly Permission[] = [
  'organization.read',
  'settings.read',
  'catalogue.read',
  'stock.read',
  'orders.read',
  'files.read',
  'reports.read',
  'audit.read',
]
const staff: readonly Permission[] = [
  ...viewer,
  'catalogue.write',
  'stock.write',
  'orders.write',
  'receiving.write',
  'shipping.write',
  'files.write',
  'imports.write',
]
const admin: readonly Permission[] = [...staff, 'settings.write', 'members.write']
const owner: readonly Permission[] = [...admin, 'organization.write']

const granted: Record<Role, ReadonlySet<Permission>> = {
  viewer: new Set(viewer),
  staff: new Set(staff),
  admin: new Set(admin),
  owner: new Set(owner),
}

/** Whether a role holds a permission. */
export function mayDo(role: Role, permission: Permission): boolean {
  return granted[role].has(permission)
}
