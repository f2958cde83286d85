import { type KeyboardEvent, useId, useState } from 'react'
import { listMentionable } from '../../contract/comments.ts'
import type { RecordType } from '../../contract/records.ts'
import { useRead } from '../kit/api.ts'
import type { Draft } from './comment-draft.ts'
import { matching, mentionAt, nameFor } from './comment-text.ts'

type Mentionable = { user_id: string; name: string; email: string }

/** Offers members while a mention is being typed. */
export function useMentions(
  record: Readonly<{ record_type: RecordType; record_id: string }>,
  draft: Draft,
  change: (draft: Draft) => void,
) {
  const [typed, setTyped] = useState<{ start: number; letters: string } | null>(null)
  const [active, setActive] = useState(0)
  const listId = useId()
  // Loaded when the first @ is typed.
  const { record_type, record_id } = record
  const wanted = typed !== null || draft.text.includes('@')
  const people: readonly Mentionable[] =
    useRead(listMentionable, { record_type, record_id }, { enabled: wanted }).data?.items ?? []
  const options = typed ? matching(people, typed.letters) : []

  const close = () => setTyped(null)
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null
    if (next?.start !== typed?.start || next?.letters !== typed?.letters) setActive(0)
    setTyped(next)
  }
  const choose = (index: number, field: HTMLTextAreaElement | null) => {
    const person = options[index]
    if (!person || !typed || !field) return
    const name = nameFor(person, people)
    const before = draft.text.slice(0, typed.start)
    const after = draft.text.slice(typed.start + 1 + typed.letters.length)
    const begin = `${before}@${name} `
    change({
      ...draft,
      text: begin + after.replace(/^ /, ''),
      named: [...draft.named.filter((one) => one.user_id !== person.user_id), { user_id: person.user_id, name }],
    })
    close()
    // The caret moves behind the name once the field contains it.
    requestAnimationFrame(() => field.setSelectionRange(begin.length, begin.length))
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (options.length === 0 || event.nativeEvent.isComposing) return false
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setActive((active + (key === 'ArrowDown' ? 1 : options.length - 1)) % options.length)
    } else if ((key === 'Enter' && !event.ctrlKey && !event.metaKey) || key === 'Tab')
      choose(active, event.currentTarget)
    else if (key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  // Marked like other lists of choices: Back closes it, and Escape leaves what is below it open.
  const fieldProps =
    options.length > 0
      ? {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${active}`,
          'aria-haspopup': 'listbox' as const,
          'data-expanded': true,
        }
      : {}
  return { options, active, listId, look, close, choose, onKey, fieldProps }
}
