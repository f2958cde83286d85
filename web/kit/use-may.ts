import type { Endpoint } from '../../contract/endpoint.ts'
import { type Me, readMe } from '../../contract/me.ts'
import { mayDo, type Permission } from '../../contract/permissions.ts'
import { useRead } from './api.ts'

/**
 * What to check: a permission, or an endpoint, because members limited to locations may not do everything that their
 * role allows.
 */
export type Asked = Permission | Pick<Endpoint, 'permission' | 'wholeOrganization'>

/** Everything that these permissions allow concerns all locations at once. */
const ofWholeOrganization: readonly Permission[] = ['imports.write', 'webhooks.write']

/** Whether the signed-in person can do something here, by their role and locations. The server decides anyway. */
export function mayAsk(
  { organization, location_ids }: Pick<Me, 'organization' | 'location_ids'>,
  asked: Asked,
): boolean {
  const { permission, wholeOrganization = false } =
    typeof asked === 'string' ? { permission: asked, wholeOrganization: ofWholeOrganization.includes(asked) } : asked
  return mayDo(organization.role, permission) && !(wholeOrganization && location_ids !== null)
}

/** `mayAsk` for the signed-in person; undefined until known. */
export function useMay(asked: Asked): boolean | undefined {
  const me = useRead(readMe, {})
  return me.data && mayAsk(me.data, asked)
}

/** Whether the person sees only some locations, so that every figure of stock is about these; false until known. */
export function useIsLimited(): boolean {
  return useRead(readMe, {}).data?.location_ids != null
}

/** `useMay` for what is known only after the hook ran, such as a list's rows; false until known. */
export function useMayAny(): (asked: Asked) => boolean {
  const me = useRead(readMe, {})
  return (asked) => me.data !== undefined && mayAsk(me.data, asked)
}

/** Whether a location is one of those that the person may work at; true until known. */
export function useMayWorkAt(): (location_id: string) => boolean {
  const own = useRead(readMe, {}).data?.location_ids
  return (location_id) => own?.includes(location_id) ?? true
}
