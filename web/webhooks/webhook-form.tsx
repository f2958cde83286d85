import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { feedNouns, type FeedNoun } from '../../contract/feed.ts'
import { createWebhook, updateWebhook, type Webhook } from '../../contract/webhooks.ts'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { toastNotShown } from '../kit/not-shown.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import { NewSecret } from './new-secret.tsx'
import { describeNouns, nounLabels } from './words.ts'
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
    onDone: ({ name, secret }) => {
      if (secret !== null) return setMade({ name, secret })
      onDone()
      toastNotShown(`The secret of ${name} was created`, 'Choose “Rotate secret” to get another.')
    },
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
  const fields = useFields(updateWebhook, {
    initial: valuesOf(webhook),
    toInput: (values) => ({ ...values, id: webhook.id }),
    draft: useDraft(`webhook ${webhook.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Webhook),
    strategy: mergeByField(names),
  })
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

/**
 * The version is one of the values: it identifies the webhook that the fields were filled from, even if the list has
 * been refetched since. So is whether it is paused, which the form leaves as it is.
 */
function valuesOf({ name, url, nouns, version, state }: Webhook) {
  return { name, url, nouns, version, is_paused: state === 'paused' }
}

const names = { name: 'Name', url: 'URL', nouns: { name: 'Events', show: describeNouns } }

function Fields<V extends Values>({ state }: { state: Pick<CommandFormState<V>, 'field'> }) {
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
