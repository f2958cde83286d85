import type { Session } from '@supabase/auth-js'
import { PageHeader } from '../kit/page-header.tsx'
import { Section } from '../kit/section.tsx'
import { useSession } from '../kit/session.ts'
import { PushRow } from '../push/push-row.tsx'
import { AccountSection } from './account-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LinkedAccountsSection } from './linked-accounts-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import classes from './profile.module.css'
import { useUser } from './use-user.ts'

/** The signed-in person's own account, the same in all their organizations. */
export function ProfilePage() {
  const session = useSession()
  return session ? <Profile session={session} /> : null
}

function Profile({ session }: { session: Session }) {
  const user = useUser(session)
  return (
    <>
      <PageHeader title="Profile" subtitle="Your account, and how you sign in" />
      <div className={classes['sections']}>
        <NameSection />
        <EmailSection user={user} />
        <PasswordSection email={user.email ?? ''} />
        <SecondFactorSection user={user} />
        <PasskeysSection user={user} />
        <LinkedAccountsSection user={user} />
        <DevicesSection />
        <Section
          title="Notifications"
          text="Get mentions, low stock and other notifications you choose in this browser."
        >
          <PushRow />
        </Section>
        <AccountSection email={user.email ?? ''} />
      </div>
    </>
  )
}
