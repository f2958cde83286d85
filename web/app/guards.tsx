import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import type { Session } from '@supabase/auth-js'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { needsSecondFactor } from '../kit/assurance.ts'
import { forgetPerson } from '../kit/query-client.ts'
import { useSession } from '../kit/session.ts'
import { FullPageSpinner } from '../ui/full-page-spinner.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { loadCode } from '../kit/load-code.ts'

const SecondFactorPage = lazy(() =>
  loadCode(() => import('../auth/second-factor-page.tsx')).then((module) => ({ default: module.SecondFactorPage })),
)

/** Shows its children to signed-in people; a spinner until that is known; others are sent to /auth. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  useForgetOnChange(session?.user.id)
  if (session === undefined) return <Waiting />
  if (session === null) return <ToSignIn />
  return needsSecondFactor(session) ? <AskSecondFactor session={session} /> : children
}

/**
 * Leads to /auth from any address, even if Back is pressed before the screen has changed: `Navigate` only works once.
 */
function ToSignIn() {
  const navigate = useNavigate()
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => {
    if (href !== '/auth') void navigate({ to: '/auth', replace: true })
  }, [href, navigate])
  return null
}

/** The opposite: signed-in people are sent to the dashboard. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session === undefined) return <Waiting />
  if (session && needsSecondFactor(session)) return <AskSecondFactor session={session} />
  return session ? (
    <Navigate to="/" replace />
  ) : (
    <>
      <ConnectionBanner over />
      {children}
    </>
  )
}

/** Shown instead of every screen until the second factor is proven: no data is loaded before. */
function AskSecondFactor({ session }: { session: Session }) {
  return (
    <Suspense fallback={<Waiting />}>
      <ConnectionBanner over />
      <SecondFactorPage session={session} />
    </Suspense>
  )
}

/** A session that must be refreshed first waits for the server. */
function Waiting() {
  return (
    <>
      <ConnectionBanner over />
      <FullPageSpinner />
    </>
  )
}

/** Clears the browser's copy of the data when the person changes, for any reason (here, in another tab, by expiry). */
function useForgetOnChange(userId: string | undefined): void {
  const before = useRef(userId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== userId) forgetPerson()
    before.current = userId
  }, [userId])
}
