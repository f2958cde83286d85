import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { focusHeading } from './focus-heading.ts'
import { chooseOrganization } from './organization.ts'
import { markOrganizationStale } from './refetch.ts'

/**
 * Switches this tab to another organization, at its dashboard: a record's address means nothing there. `stay`: at the
 * current address, for a record that is known to belong there. Resolves once the tab has switched. Dialogs and toasts
 * of the previous one are closed: their Undo belongs to it.
 */
export function useSwitchOrganization(): (org_id: string, options?: { stay?: boolean }) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async (org_id, { stay = false } = {}) => {
      // Still in the previous organization, so nothing of its address is requested in the new one.
      if (!stay) await navigate({ to: '/' } as never)
      modals.closeAll()
      notifications.clean()
      markOrganizationStale(org_id)
      chooseOrganization(org_id)
      // The pressed control was removed with the screen.
      requestAnimationFrame(focusHeading)
    },
    [navigate],
  )
}
