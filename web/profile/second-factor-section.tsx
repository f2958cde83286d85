import { Button } from '@mantine/core'
import type { Factor, User } from '@supabase/auth-js'
import { IconDeviceMobile, IconKey, IconPlus, IconUsb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePasskeysOffered } from '../auth/identity-settings.ts'
import { confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Section, SectionRow } from '../kit/section.tsx'
import { auth } from '../kit/session.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useProveAgain } from './prove-again.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { useFactorChanges } from './use-factor-changes.ts'

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
  const { addKey, isAdding, remove } = useFactorChanges(user, proven, () => {
    if (!hasCodes) setOpen('codes')
  })

  return (
    <Section
      title="Two-factor authentication"
      text="Asks for a code from your phone after your password, so a stolen password is not enough."
    >
      {apps.map((app) => (
        <FactorRow key={app.id} factor={app} kind="app" onRemove={() => void remove(app)} />
      ))}
      <AddAppRow isFirst={apps.length === 0} onAdd={() => setOpen('app')} />
      {keys.map((key) => (
        <FactorRow key={key.id} factor={key} kind="key" onRemove={() => void remove(key)} />
      ))}
      {hasKeys && (
        <SectionRow
          icon={<IconUsb size={20} stroke={1.6} />}
          title={keys.length === 0 ? 'Security key' : 'Another security key'}
          text="A key you plug in or tap, such as a YubiKey."
          action={
            <Button variant="default" aria-disabled={isAdding} onClick={() => void addKey()}>
              {isAdding ? 'Waiting for your key...' : 'Add key'}
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

const factorKinds = {
  app: { icon: IconDeviceMobile, name: 'Authenticator app' },
  key: { icon: IconUsb, name: 'Security key' },
} as const

type FactorRowProps = Readonly<{ factor: Factor; kind: keyof typeof factorKinds; onRemove: () => void }>

/** An app or a key that signs in today. */
function FactorRow({ factor, kind, onRemove }: FactorRowProps) {
  const { icon: Icon, name } = factorKinds[kind]
  return (
    <SectionRow
      icon={<Icon size={20} stroke={1.6} />}
      title={factor.friendly_name || name}
      badge={<StatusBadge tone="green">On</StatusBadge>}
      text={
        <>
          Added <Moment at={factor.created_at} />
        </>
      }
      action={
        <Button
          variant="subtle"
          color="red"
          aria-label={`Remove ${factor.friendly_name || name.toLowerCase()}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      }
    />
  )
}

function AddAppRow({ isFirst, onAdd }: Readonly<{ isFirst: boolean; onAdd: () => void }>) {
  if (!isFirst)
    return (
      <SectionRow
        icon={<IconPlus size={20} stroke={1.6} />}
        title="Another device"
        text="A second app keeps you signed in when you lose the first."
        action={
          <Button variant="default" onClick={onAdd}>
            Add app
          </Button>
        }
      />
    )
  return (
    <SectionRow
      icon={<IconDeviceMobile size={20} stroke={1.6} />}
      title="Authenticator app"
      badge={<StatusBadge tone="grey">Off</StatusBadge>}
      text="Such as 1Password, Google Authenticator or Authy."
      action={<Button onClick={onAdd}>Set up</Button>}
    />
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
