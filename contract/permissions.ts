/** Who may do what. Each command and query names one permission; each role holds a list. */
export const permissions = [
  // One's own account and memberships: who am I, leave, accept an invitation, make a sample company.
  'account.read',
  'account.write',
  'organization.read',
  // What only owners decide: ownership, and that members need a second factor.
  'organization.write',
  'members.read',
  'members.write',
  'api_keys.write',
  // Where events of the whole organization are sent.
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
  // The feed of events, with those of its records that the caller may read.
  'feed.read',
  // Comments on records that one may read.
  'comments.read',
  'comments.write',
] as const
export type Permission = (typeof permissions)[number]

/** From the one that may do most to the one that may do least. */
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

/**
 * What no program may do: act for a person, change who belongs to the organization or what opens it, and open what is
 * beside the API.
 */
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

/** What an API key may be given. */
export const keyPermissions = permissions.filter((permission) => !peopleOnly.has(permission))
