import {
  removeWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../contract/webhooks.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastNotShown } from '../kit/not-shown.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { describeOutcome, isConfirmed } from './words.ts'

/** The open dialog or panel of a webhook. */
export type Opened = Readonly<
  { what: 'edit' | 'log' | 'resume'; id: string } | { what: 'secret'; name: string; secret: string }
>

/** The actions, each with its message. */
export function webhookActions({ id, name, url, nouns, version }: Webhook, onOpen: (opened: Opened) => void) {
  /** Runs an action and shows its message, or the failure. */
  const trying = (work: () => Promise<string>, failed: string) => async () => {
    try {
      toastDone(await work())
    } catch (error) {
      toastFailed(error, failed)
    }
  }
  const pause = (is_paused: boolean) =>
    trying(
      async () => {
        await act(updateWebhook, { id, version, name, url, nouns, is_paused })
        return is_paused ? `${name} paused` : `${name} resumed`
      },
      is_paused ? 'Failed to pause the webhook' : 'Failed to resume the webhook',
    )
  const resume = trying(async () => {
    await act(resumeWebhook, { id })
    return `${name} resumed`
  }, 'Failed to resume the webhook')
  const test = async () => {
    try {
      const outcome = await act(testWebhook, { id })
      const answer = `${describeOutcome(outcome)} in ${outcome.milliseconds} ms`
      if (isConfirmed(outcome)) toastDone(`Test delivered: ${answer}`)
      else toastFailed(null, `The test wasn’t confirmed: ${answer}`)
    } catch (error) {
      toastFailed(error, 'Failed to send the test')
    }
  }
  const rotate = async () => {
    const agreed = await confirm({
      title: `Rotate the secret of ${name}?`,
      text: 'For 24 hours requests are signed with both secrets. Switch your program to the new one by then.',
      confirmLabel: 'Rotate secret',
    })
    if (!agreed) return
    try {
      const { secret } = await act(rotateWebhookSecret, { id })
      if (secret !== null) onOpen({ what: 'secret', name, secret })
      else
        toastNotShown(
          `A new secret for ${name} was created`,
          'Rotate it again and switch your program at once, because the old secret then stops working.',
        )
    } catch (error) {
      toastFailed(error, 'Failed to rotate the secret')
    }
  }
  const remove = async () => {
    const agreed = await confirm({
      title: `Remove ${name}?`,
      text: 'It won’t receive any more events, and its log is deleted. Your program can still read the feed.',
      confirmLabel: 'Remove webhook',
      danger: true,
    })
    if (agreed)
      await trying(async () => {
        await act(removeWebhook, { id })
        return `${name} was removed`
      }, 'Failed to remove the webhook')()
  }
  return { pause, resume, test, rotate, remove }
}
