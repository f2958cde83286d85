import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { feedNouns, type FeedNoun } from '../../contract/feed.ts'
import { createWebhook, updateWebhook, type Webhook } from '../../contract/webhooks.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import { NewSecret } from './new-secret.tsx'
import { nounLabels } from './words.ts'
import classes from './webhooks.module.css'

type Values = { name: string; url: string; nouns: FeedNoun[] }

/** Adds a webhook and shows its secret once. */
export function NewWebhook({ onDone }: { onDone: () => void }) {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const fields = useFields(createWebhook, {
    initial: { name: '', url: '', nouns: [...feedNouns] } as Values,
    toInput: (values) => values,
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to add the webhook',
    onDone: ({ name, secret }) => (secret === null ? onDone() : setMade({ name, secret })),
  })
  if (made) return <NewSecret {...made} onDone={onDone} />
  return (
    <CommandForm state={state} submitLabel="Add webhook" pendingLabel="Adding..." onCancel={onDone} sticky>
      <Fields state={state} />
    </CommandForm>
  )
}

/** Changes a webhook's address and events. */
export function EditWebhook({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { id, version, state: status } = webhook
  const fields = useFields(updateWebhook, {
    initial: { name: webhook.name, url: webhook.url, nouns: webhook.nouns } as Values,
    toInput: (values) => ({ ...values, id, version, is_paused: status === 'paused' }),
  })
  const conflict = useConflict(fields, {})
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save the webhook',
    onDone,
  })
  return (
    <CommandForm state={state} submitLabel="Save" pendingLabel="Saving..." onCancel={onDone} sticky>
      <Fields state={state} />
    </CommandForm>
  )
}

type FieldsState = Pick<CommandFormState<Values>, 'field'>

function Fields({ state }: { state: FieldsState }) {
  return (
    <>
      <TextInput
        label="Name"
        description="What receives the events, such as “Web shop”."
        autoComplete="off"
        data-autofocus
        maxLength={100}
        {...state.field('name')}
      />
      <TextInput
        label="URL"
        description="A public address. Use https so that events are encrypted in transit."
        placeholder="https://"
        autoComplete="off"
        inputMode="url"
        {...state.field('url')}
      />
      <Checkbox.Group label="Events" {...state.field('nouns')}>
        <div className={classes['nouns']}>
          {feedNouns.map((noun) => (
            <Checkbox key={noun} value={noun} label={nounLabels[noun]} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
