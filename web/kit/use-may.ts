import { readMe } from '../../contract/members.ts'
import { mayDo, type Permission } from '../../contract/permissions.ts'
import { useRead } from './api.ts'

/** Whether the signed-in person's role allows something here; undefined until it is known. The server decides all the same. */
export function useMay(permission: Permission): boolean | undefined {
  const me = useRead(readMe, {})
  return me.data && mayDo(me.data.organization.role, permission)
}

/** The same for things that are only known later, such as the rows of a list; false until it is known. */
export function useMayAny(): (permission: Permission) => boolean {
  const me = useRead(readMe, {})
  return (permission) => me.data !== undefined && mayDo(me.data.organization.role, permission)
}
