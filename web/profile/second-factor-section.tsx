import { Button } from '@mantine/core'
import type { Factor, User } from '@supabase/auth-js'
import { IconDeviceMobile, IconKey, IconPlus, IconUsb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyFailureText, secondFactorFailureText } from '../auth/auth-texts.ts'
import { usePasskeysOffered } from '../auth/identity-settings.ts'
import { confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { membershipDoubted } from '../kit/query-client.ts'
import { Section, SectionRow } from '../kit/section.tsx'
import { auth, renewSession } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { freeName } from './free-name.ts'
import { useProveAgain } from './prove-again.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { removeUnfinished } from './unfinished-factors.ts'

type Open = 'app' | 'codes' | null

/** Authenticator apps that are asked for after the password, and the codes for the day they are lost. */
export function SecondFactorSection({ user }: { user: User }) {
  const [open, setOpen] = useState<Open>(null)
  const verified = (user.factors ?? []).filter(({ status }) => status === 'verified')
  const apps = verified.filter(({ factor_type }) => factor_type === 'totp')
  const keys = verified.filter(({ factor_type }) => factor_type === 'webauthn')
  const hasKeys = usePasskeysOffered()
  const hasCodes = verified.some(({ factor_type }) => (factor_type as string) === 'recovery_code')

  const { proveAgain, proven, dialog } = useProveAgain(user)
  // What a dialog was opened for goes on once a factor is proven.
  const proveFor = async (next: Open) => {
    setOpen(null)
    if (await proveAgain()) setOpen(next)
  }
  const [pending, setPending] = useState(false)
  const addKey = async () => {
    if (pending) return
    setPending(true)
    const friendlyName = freeName('Security key', user)
    const answer = await proven(() => auth.mfa.webauthn.register({ friendlyName }))
    if (answer?.error) await removeUnfinished('webauthn')
    setPending(false)
    if (!answer) return
    const { error } = answer
    await renewSession()
    if (error) return toastFailed(new Error(error.message), passkeyFailureText(error))
    membershipDoubted()
    toastDone('Security key added')
    if (!hasCodes) setOpen('codes')
  }
  const remove = async ({ id, friendly_name }: Factor) => {
    const isLast = verified.filter(({ factor_type }) => (factor_type as string) !== 'recovery_code').length === 1
    const agreed = await confirm({
      title: isLast ? 'Turn off two-factor authentication?' : `Remove ${friendly_name}?`,
      text: isLast
        ? 'Your password alone signs you in then. Your recovery codes stop working.'
        : 'Its codes no longer sign you in.',
      confirmLabel: isLast ? 'Turn off' : 'Remove',
      danger: true,
    })
    if (!agreed) return
    const answer = await proven(() => auth.mfa.unenroll({ factorId: id }))
    if (!answer) return
    const { error } = answer
    if (error) return toastFailed(new Error(error.message), secondFactorFailureText(error))
    await renewSession()
    membershipDoubted()
    toastDone(isLast ? 'Two-factor authentication is off' : 'Removed')
  }

  return (
    <Section
      title="Two-factor authentication"
      text="Asks for a code from your phone after your password, so a stolen password is not enough."
    >
      {apps.map((app) => (
        <SectionRow
          key={app.id}
          icon={<IconDeviceMobile size={20} stroke={1.6} />}
          title={app.friendly_name || 'Authenticator app'}
          badge={<StatusBadge tone="green">On</StatusBadge>}
          text={
            <>
              Added <Moment at={app.created_at} />
            </>
          }
          action={
            <Button
              variant="subtle"
              color="red"
              aria-label={`Remove ${app.friendly_name || 'authenticator app'}`}
              onClick={() => void remove(app)}
            >
              Remove
            </Button>
          }
        />
      ))}
      <SectionRow
        icon={apps.length === 0 ? <IconDeviceMobile size={20} stroke={1.6} /> : <IconPlus size={20} stroke={1.6} />}
        title={apps.length === 0 ? 'Authenticator app' : 'Another device'}
        {...(apps.length === 0 ? { badge: <StatusBadge tone="grey">Off</StatusBadge> } : {})}
        text={
          apps.length === 0
            ? 'Such as 1Password, Google Authenticator or Authy.'
            : 'A second app keeps you signed in when you lose the first.'
        }
        action={
          <Button variant={apps.length === 0 ? 'filled' : 'default'} onClick={() => setOpen('app')}>
            {apps.length === 0 ? 'Set up' : 'Add app'}
          </Button>
        }
      />
      {keys.map((key) => (
        <SectionRow
          key={key.id}
          icon={<IconUsb size={20} stroke={1.6} />}
          title={key.friendly_name || 'Security key'}
          badge={<StatusBadge tone="green">On</StatusBadge>}
          text={
            <>
              Added <Moment at={key.created_at} />
            </>
          }
          action={
            <Button
              variant="subtle"
              color="red"
              aria-label={`Remove ${key.friendly_name || 'security key'}`}
              onClick={() => void remove(key)}
            >
              Remove
            </Button>
          }
        />
      ))}
      {hasKeys && (
        <SectionRow
          icon={<IconUsb size={20} stroke={1.6} />}
          title={keys.length === 0 ? 'Security key' : 'Another security key'}
          text="A key you plug in or tap, such as a YubiKey."
          action={
            <Button variant="default" aria-disabled={pending} onClick={() => void addKey()}>
              {pending ? 'Waiting for your key...' : 'Add key'}
            </Button>
          }
        />
      )}
      {verified.length > 0 && <RecoveryCodesRow hasCodes={hasCodes} onMake={() => setOpen('codes')} />}
      {dialog}
      <Dialog title="Set up an authenticator app" opened={open === 'app'} onClose={() => setOpen(null)}>
        <SetUpApp
          onDone={() => setOpen(hasCodes ? null : 'codes')}
          onCancel={() => setOpen(null)}
          onProofNeeded={() => void proveFor('app')}
        />
      </Dialog>
      <Dialog title="Recovery codes" opened={open === 'codes'} onClose={() => setOpen(null)}>
        <RecoveryCodes replaces={hasCodes} onDone={() => setOpen(null)} onProofNeeded={() => void proveFor('codes')} />
      </Dialog>
    </Section>
  )
}

function RecoveryCodesRow({ hasCodes, onMake }: { hasCodes: boolean; onMake: () => void }) {
  const status = useQuery({
    queryKey: ['user', 'recovery-codes'],
    queryFn: async () => {
      const { data, error } = await auth.mfa.recoveryCodes.getStatus()
      if (error) throw error
      return data
    },
    enabled: hasCodes,
    staleTime: 0,
  })
  const left = status.data?.remaining
  const make = async () => {
    const agreed =
      !hasCodes ||
      (await confirm({
        title: 'Create new recovery codes?',
        text: 'The codes you have now stop working.',
        confirmLabel: 'Create new codes',
      }))
    if (agreed) onMake()
  }
  return (
    <SectionRow
      icon={<IconKey size={20} stroke={1.6} />}
      title="Recovery codes"
      {...(hasCodes && left !== undefined && left <= 2
        ? { badge: <StatusBadge tone="amber">{left === 0 ? 'None left' : `${left} left`}</StatusBadge> }
        : {})}
      text={
        hasCodes
          ? left === undefined
            ? 'Sign in with one of them when you lose your phone.'
            : `${left} of ${status.data?.total} left. Sign in with one of them when you lose your phone.`
          : 'Without them you can’t sign in when you lose your phone.'
      }
      action={
        <Button variant="default" onClick={() => void make()}>
          {hasCodes ? 'Create new codes' : 'Create codes'}
        </Button>
      }
    />
  )
}
