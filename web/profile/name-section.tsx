import { Button, TextInput } from '@mantine/core'
import type { User } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { failureText } from '../auth/auth-texts.ts'
import { AuthFailure } from '../auth/auth-failure.tsx'
import { limits } from '../../contract/limits.ts'
import { nameOf } from '../kit/person-name.ts'
import { auth } from '../kit/session.ts'
import { toastDone } from '../kit/toast.tsx'
import classes from './profile.module.css'
import { Section, SectionPart } from './section.tsx'

/** What the person is called. */
export function NameSection({ user }: { user: User }) {
  const saved = nameOf(user)
  const [name, setName] = useState(saved)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const isSame = name.trim() === saved

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || isSame) return
    setPending(true)
    setFailure(null)
    // A null takes the name away.
    const { error } = await auth.updateUser({ data: { full_name: name.trim() || null } })
    setPending(false)
    if (error) setFailure(failureText('sign-in', error))
    else toastDone('Name saved')
  }

  return (
    <Section title="Name" text="How Onhand addresses you.">
      <SectionPart>
        <form noValidate onSubmit={submit} className={classes['form']}>
          {failure && <AuthFailure>{failure}</AuthFailure>}
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={limits.shortTextCharacters}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div className={classes['buttons']}>
            <Button type="submit" variant={isSame ? 'default' : 'filled'} disabled={isSame} aria-disabled={pending}>
              {pending ? 'Saving...' : 'Save name'}
            </Button>
          </div>
        </form>
      </SectionPart>
    </Section>
  )
}
