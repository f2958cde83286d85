import { useEffect } from 'react'
import { type Membership, readMe } from '../../contract/me.ts'
import { useRead } from '../kit/api.ts'
import { ownOrganization, useSession } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'

/** Leads back to the person's own organization if this tab is in their sample company and another tab removed it. */
export function useLeaveLostOrganization(): void {
  const switchTo = useSwitchOrganization()
  const { isLost, was, own } = useLostOrganization()
  const isSample = was?.is_sample === true
  useEffect(() => {
    if (!isLost || !isSample || own === null) return
    void switchTo(own).then(() => toastDone('That company is no longer available. You’re now in your own company.'))
  }, [isLost, isSample, own, switchTo])
}

/** Whether this tab's organization is gone, its former name if known, and the person's own one to continue in. */
export function useLostOrganization(): { isLost: boolean; was: Membership | undefined; own: string | null } {
  const session = useSession()
  const { error, data } = useRead(readMe, {})
  const own = session ? ownOrganization(session) : null
  return { isLost: error?.code === 'not_found', was: data?.organization, own }
}
