import type { Endpoint } from '../../contract/endpoint.ts'
import { type Me, readMe } from '../../contract/members.ts'
import { mayDo, type Permission } from '../../contract/permissions.ts'
import { useRead } from './api.ts'

/**
 * Something one may do: a permission, or an endpoint, where members who are limited to locations are not allowed all
 * that their role is.
 */
export type Asked = Permission | Pick<Endpoint, 'permission' | 'wholeOrganization'>

/** Everything that these permissions allow concerns all locations at once. */
const ofWholeOrganization: readonly Permission[] = ['imports.write', 'webhooks.write']

/**
 * Whether the signed-in person may do something here, by their role and their locations. The server decides all the
 * same.
 */
export function mayAsk(
  { organization, location_ids }: Pick<Me, 'organization' | 'location_ids'>,
  asked: Asked,
): boolean {
  const { permission, wholeOrganization = false } =
    typeof asked === 'string' ? { permission: asked, wholeOrganization: ofWholeOrganization.includes(asked) } : asked
  return mayDo(organization.role, permission) && !(wholeOrganization && location_ids !== null)
}

/** The same for the person who looks; undefined until it is known. */
export function useMay(asked: Asked): boolean | undefined {
  const me = useRead(readMe, {})
  return me.data && mayAsk(me.data, asked)
}

/** The same for things that are only known later, such as the rows of a list; false until it is known. */
export function useMayAny(): (asked: Asked) => boolean {
  const me = useRead(readMe, {})
  return (asked) => me.data !== undefined && mayAsk(me.data, asked)
}
