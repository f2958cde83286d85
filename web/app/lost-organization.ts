import { useEffect } from 'react'
import { type Membership, readMe } from '../../contract/members.ts'
import { useRead } from '../kit/api.ts'
import { ownOrganization, useSession } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'

/**
 * Leads back to the person's own organization when this tab is in their sample company and it was removed in another
 * one.
 */
export function useLeaveLostOrganization(): void {
  const switchTo = useSwitchOrganization()
  const { isLost, was, own } = useLostOrganization()
  const isSample = was?.is_sample === true
  useEffect(() => {
    if (!isLost || !isSample || own === null) return
    void switchTo(own).then(() => toastDone('That company is no longer available. You’re back in your own.'))
  }, [isLost, isSample, own, switchTo])
}

/**
 * Whether the organization of this tab is gone, what it was as far as that is known, and the person's own to go on in.
 */
export function useLostOrganization(): { isLost: boolean; was: Membership | undefined; own: string | null } {
  const session = useSession()
  const { error, data } = useRead(readMe, {})
  const own = session ? ownOrganization(session) : null
  return { isLost: error?.code === 'not_found', was: data?.organization, own }
}
