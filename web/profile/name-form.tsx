import { TextInput } from '@mantine/core'
import { renameMe } from '../../contract/me.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import classes from './profile.module.css'

/** Changes the reader's own name. */
export function NameForm({ username }: { username: string }) {
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
