import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { Session } from '@supabase/auth-js'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { needsSecondFactor } from '../kit/assurance.ts'
import { forgetPerson } from '../kit/query-client.ts'
import { useSession } from '../kit/session.ts'
import { forgetWantedPage, keepWantedPage, wantedPage } from '../kit/wanted-page.ts'
import { FullPageSpinner } from '../ui/full-page-spinner.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { loadCode } from '../kit/load-code.ts'

const SecondFactorPage = lazy(() =>
  loadCode(() => import('../auth/second-factor-page.tsx')).then((module) => ({ default: module.SecondFactorPage })),
)

/**
 * Shows its children to signed-in people; a spinner until that is known; others are sent to /auth. Providers and emails
 * lead to the dashboard, and from there to the page that was wanted.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const isDashboard = useLocation({ select: ({ pathname }) => pathname === '/' })
  useForgetOnChange(session?.user.id)
  if (session === undefined) return <Waiting />
  if (session === null) return <ToSignIn />
  if (needsSecondFactor(session)) return <AskSecondFactor session={session} />
  return isDashboard && wantedPage(session.user.id) !== '/' ? <ToWantedPage user={session.user.id} /> : children
}

/** Leads to the page that was opened before signing in, else to the dashboard. */
function ToWantedPage({ user }: { user: string }) {
  const { history } = useRouter()
  const [path] = useState(() => wantedPage(user))
  useEffect(() => {
    forgetWantedPage()
    history.replace(path)
  }, [history, path])
  return null
}

/**
 * Leads to /auth from any address, even if Back is pressed before the screen has changed: `Navigate` only works once.
 */
function ToSignIn() {
  const navigate = useNavigate()
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => {
    if (href === '/auth') return
    keepWantedPage(href)
    void navigate({ to: '/auth', replace: true })
  }, [href, navigate])
  return null
}

/** The opposite: signed-in people are sent to the page they wanted, else to the dashboard. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session === undefined) return <Waiting />
  if (session && needsSecondFactor(session)) return <AskSecondFactor session={session} />
  return session ? (
    <ToWantedPage user={session.user.id} />
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
