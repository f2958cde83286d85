import { useEffect, useRef } from 'react'
import { type Me, readMe } from '../../contract/me.ts'
import { useRead } from '../kit/api.ts'
import { roleLabels } from '../kit/roles.ts'
import { toastDone } from '../kit/toast.tsx'

type Access = Readonly<{ role: Me['organization']['role']; locations: string }>

/**
 * Says that someone changed the person's role or locations while a screen is open: what they may no longer do is
 * read-only from then on, or gone.
 */
export function useTellAccess(): void {
  const me = useRead(readMe, {}).data
  const before = useRef<Access | null>(null)
  useEffect(() => {
    if (!me) return
    const last = before.current
    const { role } = me.organization
    const locations = JSON.stringify(me.location_ids?.toSorted() ?? null)
    before.current = { role, locations }
    if (last && last.role !== role) toastDone(`Your role in this company is now ${roleLabels[role]}`)
    else if (last && last.locations !== locations) toastDone('The locations you have access to have changed')
  }, [me])
}
