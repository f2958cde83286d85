import { Button, TextInput } from '@mantine/core'
import type { PasskeyListItem } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { trimmed } from '../../contract/trimmed.ts'
import { passkeyFailureText } from '../auth/auth-texts.ts'
import { auth } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import { nameOf } from './passkey-name.ts'
import classes from './profile.module.css'

export function RenamePasskey({ passkey, onDone }: { passkey: PasskeyListItem; onDone: () => void }) {
  const [name, setName] = useState(nameOf(passkey))
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const friendlyName = trimmed(name)
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
