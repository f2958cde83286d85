import { useEffect } from 'react'
import { readMe } from '../../contract/members.ts'
import { useRead } from '../kit/api.ts'
import { chooseOrganization } from '../kit/organization.ts'

/** The name on top of the sidebar. From its first answer on, this tab names that organisation in each request. Empty until then. */
export function useOrganizationName(): string {
  const organization = useRead(readMe, {}).data?.organization
  const id = organization?.org_id
  useEffect(() => {
    if (id) chooseOrganization(id)
  }, [id])
  return organization?.name ?? ''
}
