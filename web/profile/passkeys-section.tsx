import { Button } from '@mantine/core'
import type { PasskeyListItem, User } from '@supabase/auth-js'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { passkeyFailureText } from '../auth/auth-texts.ts'
import { usePasskeysOffered } from '../auth/identity-settings.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { Section, SectionPart } from '../kit/section.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useReauthentication } from './reauthenticate.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import { usePasskeys } from './use-passkeys.ts'

/** The account's passkeys. Nothing if neither this server nor this browser supports them. */
export function PasskeysSection({ user }: { user: User }) {
  return usePasskeysOffered() ? <Passkeys user={user} /> : null
}

function Passkeys({ user }: { user: User }) {
  const { withProof, dialog } = useReauthentication(user)
  const [renamed, setRenamed] = useState<PasskeyListItem | null>(null)
  const { passkeys, failure, add, isAdding, remove } = usePasskeys(withProof)
  return (
    <Section title="Passkeys" text="Sign in with your fingerprint, face or device PIN instead of your password.">
      {failure && (
        <SectionPart>
          <AuthFailure>{failure}</AuthFailure>
        </SectionPart>
      )}
      {passkeys.data?.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRename={() => setRenamed(passkey)}
          onRemove={() => remove(passkey)}
        />
      ))}
      {passkeys.error ? (
        <ErrorState
          compact
          error={new Error(passkeyFailureText(passkeys.error))}
          fallback="Failed to load passkeys"
          onRetry={() => void passkeys.refetch()}
        />
      ) : passkeys.data ? (
        <SectionRow
          icon={<IconPlus size={20} stroke={1.6} />}
          title={passkeys.data.length === 0 ? 'No passkeys yet' : 'Another passkey'}
          text="Stored on this device, a security key or in your password manager."
          action={
            <Button variant="default" aria-disabled={isAdding} onClick={() => void add()}>
              {isAdding ? 'Waiting for your device...' : 'Add passkey'}
            </Button>
          }
        />
      ) : (
        <RowSkeletons rows={1} />
      )}
      {dialog}
      <Dialog title="Rename passkey" opened={renamed !== null} onClose={() => setRenamed(null)} size={440}>
        {renamed && (
          <RenamePasskey
            passkey={renamed}
            onDone={() => {
              setRenamed(null)
              void passkeys.refetch()
            }}
          />
        )}
      </Dialog>
    </Section>
  )
}
