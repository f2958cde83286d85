import { useState } from 'react'
import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { ApiError, messageOf } from './api-error.ts'
import { download } from './call.ts'
import { sendCommand } from './sending.ts'
import type { Fields } from './use-fields.ts'
import type { CommandFormState } from './use-submit.ts'

type DownloadFormOptions = Readonly<{ onDone: () => void; fallback: string }>

/** A form whose endpoint returns a file: pass it to `CommandForm`. A refusal appears beside its fields. */
export function useDownloadForm<E extends Endpoint, V extends Record<string, unknown>>(
  fields: Fields<E, V>,
  { onDone, fallback }: DownloadFormOptions,
): Omit<CommandFormState<V>, 'save' | 'showRefusal'> {
  const [state, setState] = useState<'idle' | 'running' | 'slow'>('idle')
  const [failure, setFailure] = useState<string | null>(null)
  const show = ({ beside, loose }: ReturnType<typeof fields.problems>, otherwise: string | null) => {
    fields.form.setErrors(beside)
    setFailure(loose.length > 0 ? loose.join(' ') : Object.keys(beside).length > 0 ? null : otherwise)
    return loose.length === 0 && Object.keys(beside).length === 0
  }
  const submit = async () => {
    const values = fields.form.getValues()
    if (fields.isSending() || !show(fields.problems(values), null)) return
    fields.setSending(true)
    setState('running')
    try {
      const input = fields.inputOf(values) as InputOf<E>
      await sendCommand(() => download(fields.endpoint, input), {
        showsProgress: true,
        onStillTrying: () => setState('slow'),
      })
      onDone()
    } catch (error) {
      show(fields.sortRefusal(error instanceof ApiError ? error.fields : {}), messageOf(error, fallback))
    } finally {
      fields.setSending(false)
      setState('idle')
    }
  }
  return {
    ...fields,
    submit,
    pending: state !== 'idle',
    stillTrying: state === 'slow',
    failure,
    conflict: null,
    toCheck: null,
  }
}
