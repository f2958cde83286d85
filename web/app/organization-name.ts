import { readMe } from '../../contract/members.ts'
import { useRead } from '../kit/api.ts'

/** The name on top of the sidebar: the organisation this tab works in. Empty until it is known. */
export function useOrganizationName(): string {
  return useRead(readMe, {}).data?.organization.name ?? ''
}
