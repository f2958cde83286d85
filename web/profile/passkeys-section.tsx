import { Button, TextInput } from '@mantine/core'
import type { PasskeyListItem, User } from '@supabase/auth-js'
import { IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { passkeyFailureText } from '../auth/auth-texts.ts'
import { usePasskeysOffered } from '../auth/identity-settings.ts'
import { confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { Section, SectionPart, SectionRow } from '../kit/section.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { auth } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './profile.module.css'
import { useProveAgain } from './prove-again.tsx'

const nameOf = ({ friendly_name }: PasskeyListItem) => friendly_name || 'Passkey'

/**
 * Passkeys of the account, which sign in by themselves. Nothing where neither this server nor this browser has them.
 */
export function PasskeysSection({ user }: { user: User }) {
  return usePasskeysOffered() ? <Passkeys user={user} /> : null
}

function Passkeys({ user }: { user: User }) {
  const { proven, dialog } = useProveAgain(user)
  const [renamed, setRenamed] = useState<PasskeyListItem | null>(null)
  const { passkeys, failure, add, isAdding, remove } = usePasskeys(proven)
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
          <Rename
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

/** The passkeys of the account, and how one is added or removed after another proof of who asks. */
function usePasskeys(proven: ReturnType<typeof useProveAgain>['proven']) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const passkeys = useQuery({
    queryKey: ['user', 'passkeys'],
    queryFn: async () => {
      const { data, error } = await auth.passkey.list()
      if (error) throw error
      return data
    },
    staleTime: 0,
  })
  const add = async () => {
    if (isAdding) return
    setAdding(true)
    setFailure(null)
    const answer = await proven(() => auth.registerPasskey())
    setAdding(false)
    if (!answer) return
    const { error } = answer
    if (error) return setFailure(passkeyFailureText(error))
    await passkeys.refetch()
    toastDone('Passkey added')
  }
  const remove = async (passkey: PasskeyListItem) => {
    const agreed = await confirm({
      title: `Remove ${nameOf(passkey)}?`,
      text: 'It no longer signs you in. Delete it on your device as well.',
      confirmLabel: 'Remove passkey',
      danger: true,
    })
    if (!agreed) return
    const answer = await proven(() => auth.passkey.delete({ passkeyId: passkey.id }))
    if (!answer) return
    const { error } = answer
    if (error) return toastFailed(new Error(error.message), passkeyFailureText(error))
    await passkeys.refetch()
    toastDone('Passkey removed')
  }
  return { passkeys, failure, add, isAdding, remove }
}

type PasskeyRowProps = Readonly<{ passkey: PasskeyListItem; onRename: () => void; onRemove: () => void }>

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  return (
    <SectionRow
      icon={<IconFingerprint size={20} stroke={1.6} />}
      title={nameOf(passkey)}
      text={
        <>
          Added <Moment at={passkey.created_at} />
          {passkey.last_used_at && (
            <>
              {' · last used '}
              <Moment at={passkey.last_used_at} />
            </>
          )}
        </>
      }
      action={
        <RowActions
          of={nameOf(passkey)}
          actions={[
            { label: 'Rename', icon: IconPencil, onClick: onRename },
            { label: 'Remove passkey', icon: IconTrash, danger: true, onClick: onRemove },
          ]}
        />
      }
    />
  )
}

function Rename({ passkey, onDone }: { passkey: PasskeyListItem; onDone: () => void }) {
  const [name, setName] = useState(nameOf(passkey))
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const friendlyName = name.trim()
    if (friendlyName === '') return setProblem('Name is required')
    const { error } = await auth.passkey.update({ passkeyId: passkey.id, friendlyName })
    if (error) return setProblem(passkeyFailureText(error))
    onDone()
    toastDone('Passkey renamed')
  }
  return (
    <form noValidate onSubmit={submit} className={classes['dialog']}>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={120}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <div className={classes['end']}>
        <Button type="submit">Save name</Button>
      </div>
    </form>
  )
}
