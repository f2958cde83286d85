import { ModalsProvider } from '@mantine/modals'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readMe } from '../../contract/me.ts'
import { useRead } from '../kit/api.ts'
import { closeByBack } from '../kit/back-closes.ts'
import { useCurrentOrganization } from '../kit/organization.ts'
import { useSession } from '../kit/session.ts'
import { Toasts } from '../kit/toasts.tsx'
import { showMoneyIn, shownCurrency } from '../ui/money.ts'
import { FullPageSpinner } from '../ui/full-page-spinner.tsx'
import { OpeningScreen } from './opening-screen.tsx'
import { AccountFrame } from './account-frame.tsx'
import { LostOrganizationPage } from './lost-organization-page.tsx'
import { useLostOrganization } from './lost-organization.ts'
import { SecondFactorRequiredPage } from './second-factor-required-page.tsx'
import { Shell } from './shell.tsx'

/**
 * What signed-in people see: the frame with its screen, dialogs and toasts (inside the router, because they may contain
 * links). A separate file, so that none of it is loaded for people who sign in.
 */
export function Inside() {
  const router = useRouter()
  useEffect(() => closeByBack(router), [router])
  return (
    <ModalsProvider>
      <ShellOfOrganization />
      <Toasts />
    </ModalsProvider>
  )
}

/**
 * Switching the organization re-creates the entire screen: no form, dialog or data of one appears in the other. So do
 * another person, who signed in in another tab, and another currency, which every amount is formatted in.
 */
function ShellOfOrganization() {
  const organization = useCurrentOrganization()
  const person = useSession()?.user.id
  const { isLost, was } = useLostOrganization()
  const me = useRead(readMe, {})
  const isKeptOut = me.data?.needs_second_factor === true
  // At first, the page's frame stays until the person is known: their company, its banner and their permissions would
  // otherwise appear later and move the content.
  const [isReady, setReady] = useState(false)
  if (!isReady && !me.isPending) setReady(true)
  // Setting one up ends with its recovery codes, shown after the organization has opened.
  const [isSettingUp, setSettingUp] = useState(false)
  const isProfile = useLocation({ select: ({ pathname }) => pathname === '/profile' })
  // Remembered, because refetching a query without data clears its error: the screens would be mounted again, and send
  // requests in a loop.
  const [lost, setLost] = useState<string | null>(null)
  if (isLost && lost !== organization) setLost(organization)
  if (me.isSuccess && lost !== null) setLost(null)
  if (!isReady) return <FullPageSpinner />
  if (lost === organization && !was?.is_sample) return <LostOrganizationPage />
  // People without access to a company can still reach their account.
  if (isKeptOut && isProfile) return <AccountFrame />
  if (isKeptOut || isSettingUp) return <SecondFactorRequiredPage onSetUp={setSettingUp} />
  // Until the organization's own is known, the one before stays: most often it is the same, and nothing is re-created.
  if (me.data) showMoneyIn(me.data.currency)
  return <Shell key={`${person} ${organization} ${shownCurrency()}`} />
}

export { OpeningScreen }
