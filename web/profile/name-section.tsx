import { TextInput } from '@mantine/core'
import { readMe, renameMe } from '../../contract/members.ts'
import { useRead } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { Section, SectionPart } from '../kit/section.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import classes from './profile.module.css'

/** The person's name. */
export function NameSection() {
  const me = useRead(readMe, {})
  return (
    <Section title="Name" text="Your colleagues see it next to your changes.">
      {me.data ? (
        <SectionPart>
          <NameForm username={me.data.username} />
        </SectionPart>
      ) : me.error ? (
        <ErrorState compact error={me.error} fallback="Failed to load your name" onRetry={() => void me.refetch()} />
      ) : (
        <RowSkeletons rows={1} />
      )}
    </Section>
  )
}

function NameForm({ username }: { username: string }) {
  const fields = useFields(renameMe, {
    initial: { username },
    toInput: (values) => values,
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to save your name',
    onDone: (saved) => {
      state.restart(saved)
      toastDone('Name saved')
    },
  })
  return (
    <div className={classes['form']}>
      <CommandForm state={state} submitLabel="Save name" disabled={!state.dirty}>
        <TextInput label="Your name" autoComplete="name" {...state.field('username')} />
      </CommandForm>
    </div>
  )
}
