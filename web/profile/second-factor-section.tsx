import { Button } from '@mantine/core'
import type { User } from '@supabase/auth-js'
import { IconUsb } from '@tabler/icons-react'
import { useState } from 'react'
import { usePasskeysOffered } from '../auth/identity-settings.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { Section } from '../kit/section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type ProofKind, useReauthentication } from './reauthenticate.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { useFactorChanges } from './use-factor-changes.ts'
import { FactorRow } from './factor-row.tsx'
import { AddAppRow } from './add-app-row.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'

type Open = 'app' | 'codes' | null

/** Authenticator apps required after the password, and the codes in case they are lost. */
export function SecondFactorSection({ user }: { user: User }) {
  const [open, setOpen] = useState<Open>(null)
  const verified = (user.factors ?? []).filter(({ status }) => status === 'verified')
  const apps = verified.filter(({ factor_type }) => factor_type === 'totp')
  const keys = verified.filter(({ factor_type }) => factor_type === 'webauthn')
  const hasKeys = usePasskeysOffered()
  const hasCodes = verified.some(({ factor_type }) => (factor_type as string) === 'recovery_code')

  const { reauthenticate, withProof, dialog } = useReauthentication(user)
  // A dialog's action continues after the proof.
  const proveFor = async (next: Open, kind: ProofKind) => {
    setOpen(null)
    if (await reauthenticate(kind)) setOpen(next)
  }
  const { addKey, isAdding, remove } = useFactorChanges(user, withProof, () => {
    if (!hasCodes) setOpen('codes')
  })

  return (
    <Section
      title="Two-factor authentication"
      text="Asks for a code from your phone after your password, so a stolen password isn’t enough."
    >
      {apps.map((app) => (
        <FactorRow key={app.id} factor={app} kind="app" onRemove={() => void remove(app, 'app')} />
      ))}
      <AddAppRow isFirst={apps.length === 0} onAdd={() => setOpen('app')} />
      {keys.map((key) => (
        <FactorRow key={key.id} factor={key} kind="key" onRemove={() => void remove(key, 'key')} />
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
          onProofNeeded={(kind) => void proveFor('app', kind)}
        />
      </Dialog>
      <Dialog title="Recovery codes" opened={open === 'codes'} onClose={() => setOpen(null)}>
        <RecoveryCodes
          replaces={hasCodes}
          onDone={() => setOpen(null)}
          onProofNeeded={(kind) => void proveFor('codes', kind)}
        />
      </Dialog>
    </Section>
  )
}
