/** Who may do what. Each command and query names one permission; each role holds a list. */
export const permissions = [
  // The person's own account and memberships: profile, leaving, accepting an invitation, creating a sample company.
  'account.read',
  'account.write',
  'organization.read',
  // Decisions of owners only: ownership, and the second factor for members.
  'organization.write',
  'members.read',
  'members.write',
  'api_keys.write',
  // Where events of the entire organization are sent.
  'webhooks.write',
  'settings.read',
  'settings.write',
  'catalogue.read',
  'catalogue.write',
  'stock.read',
  'stock.write',
  'orders.read',
  'orders.write',
  // Links that open an order for people without an account.
  'sharing.write',
  'receiving.write',
  'shipping.write',
  'files.read',
  'files.write',
  'imports.write',
  'reports.read',
  'audit.read',
  // The event feed, for programs (docs/feed.md).
  'feed.read',
  // Comments on records that one may read.
  'comments.read',
  'comments.write',
] as const
export type Permission = (typeof permissions)[number]

/** From the most powerful to the least. */
export const roles = ['owner', 'admin', 'staff', 'viewer'] as const
export type Role = (typeof roles)[number]

const viewer: readonly Permission[] = [
  'account.read',
  'account.write',
  'organization.read',
  'members.read',
  'settings.read',
  'catalogue.read',
  'stock.read',
  'orders.read',
  'files.read',
  'reports.read',
  'audit.read',
  'feed.read',
  'comments.read',
]
const staff: readonly Permission[] = [
  ...viewer,
  'catalogue.write',
  'stock.write',
  'orders.write',
  'sharing.write',
  'receiving.write',
  'shipping.write',
  'files.write',
  'imports.write',
  'comments.write',
]
const admin: readonly Permission[] = [...staff, 'settings.write', 'members.write', 'api_keys.write', 'webhooks.write']
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

/** Whether a role may assign another role, or act on a member who has it: never above its own. */
export function reaches(role: Role, other: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(other)
}

/** Not available to programs: acting for a person, changing members or access, and anything outside the API. */
const peopleOnly: ReadonlySet<Permission> = new Set([
  'account.read',
  'account.write',
  'organization.write',
  'members.read',
  'members.write',
  'api_keys.write',
  'webhooks.write',
  'files.read',
])

/** The possible permissions of an API key. */
export const keyPermissions = permissions.filter((permission) => !peopleOnly.has(permission))
