import { resumeWebhook, type Webhook } from '../../contract/webhooks.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'

/** Resends everything after a number of the feed: for a receiver that lost its data. */
export function ResumeWebhook({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { id, state: status, recorded_through } = webhook
  const fields = useFields(resumeWebhook, {
    initial: { after: '' as number | string },
    toInput: ({ after }) => ({ id, after: after === '' ? null : after }),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to resend the events',
    onDone: (_webhook, { after }) => {
      toastDone(`Resending events after ${after}`)
      onDone()
    },
  })
  return (
    <CommandForm state={state} submitLabel="Resend events" pendingLabel="Resending..." onCancel={onDone}>
      <NumberField
        label="Last event received"
        description={`All events after this number are sent again with the same event IDs. The latest is ${recorded_through}.`}
        required
        data-autofocus
        {...state.field('after')}
      />
      {status === 'paused' && <p>This webhook is paused. Events are sent after you resume it.</p>}
    </CommandForm>
  )
}
