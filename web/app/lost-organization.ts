import { useEffect } from 'react'
import { readMe } from '../../contract/members.ts'
import { useRead } from '../kit/api.ts'
import { useCurrentOrganization } from '../kit/organization.ts'
import { ownOrganization, useSession } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'

/**
 * Leads back to the person's own organisation when the one of this tab is gone (the sample company was removed in another tab, or they are
 * no member any more): the server answers that nothing of it is there.
 */
export function useLeaveLostOrganization(): void {
  const switchTo = useSwitchOrganization()
  const { isLost, own } = useLostOrganization()
  useEffect(() => {
    if (!isLost || own === null) return
    void switchTo(own).then(() => toastDone('That company is no longer available. You’re back in your own.'))
  }, [isLost, own, switchTo])
}

/** Whether the organisation of this tab is gone, and the person's own to go on in. */
export function useLostOrganization(): { isLost: boolean; own: string | null } {
  const session = useSession()
  const organization = useCurrentOrganization()
  const { error } = useRead(readMe, {})
  const own = session ? ownOrganization(session) : null
  return { isLost: error?.code === 'not_found' && organization !== own, own }
}
