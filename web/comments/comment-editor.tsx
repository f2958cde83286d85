import { Button, Popover, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Comment, listMentionable } from '../../contract/comments.ts'
import { limits } from '../../contract/limits.ts'
import type { RecordType } from '../../contract/records.ts'
import { messageOf, useRead } from '../kit/api.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useSaveKeys } from '../kit/use-save-keys.ts'
import { matching, mentionAt, type Named, nameFor, toStored, toTyped } from './comment-text.ts'
import classes from './comments.module.css'

type EditorProps = Readonly<{
  record: Readonly<{ record_type: RecordType; record_id: string }>
  /** The name under which this browser keeps what isn't sent yet. */
  keep: string
  label: string
  placeholder?: string
  submitLabel: string
  pending: boolean
  /** The comment to change; a new one without. */
  initial?: Pick<Comment, 'body' | 'mentions'>
  onSubmit: (comment: { id: string; body: string }) => Promise<unknown>
  onCancel?: () => void
}>

/** `id`: under which it is sent, also again after a crash, so that it is never added twice. */
type Draft = { id: string; text: string; named: Named[] }

function emptyDraft(): Draft {
  return { id: crypto.randomUUID(), text: '', named: [] }
}

/** Where a comment is typed: Ctrl Enter sends it, "@" offers the members who see the record. */
export function CommentEditor(props: EditorProps) {
  const { record, label, placeholder, onCancel } = props
  const { base, draft, failure, change, keep, isEmpty, submit } = useCommentDraft(props)
  const field = useRef<HTMLTextAreaElement>(null)

  const mentions = useMentions(record, draft, change)
  const isEdit = onCancel !== undefined
  useEffect(() => {
    if (isEdit) field.current?.focus()
  }, [isEdit])

  const cancel = () => {
    keep(null)
    onCancel?.()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape' && onCancel && draft.text === base.text) {
      event.preventDefault()
      event.stopPropagation()
      cancel()
    }
  }

  const isOpen = draft.text !== '' || onCancel !== undefined
  return (
    <div className={classes['editor']}>
      <Popover
        withRoles={false}
        opened={mentions.options.length > 0}
        position="bottom-start"
        offset={4}
        width={280}
        trapFocus={false}
        returnFocus={false}
      >
        <Popover.Target>
          <Textarea
            ref={field}
            aria-label={label}
            placeholder={placeholder}
            autosize
            minRows={onCancel ? 2 : 1}
            maxRows={12}
            maxLength={limits.commentCharacters}
            value={draft.text}
            error={failure}
            aria-autocomplete="list"
            {...mentions.fieldProps}
            onChange={({ currentTarget }) => {
              change({ ...draft, text: currentTarget.value })
              mentions.look(currentTarget)
            }}
            onSelect={({ currentTarget }) => mentions.look(currentTarget)}
            onBlur={mentions.close}
            onKeyDown={onKeyDown}
          />
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <MentionList mentions={mentions} onChoose={(index) => mentions.choose(index, field.current)} />
        </Popover.Dropdown>
      </Popover>
      {isOpen && <Buttons {...props} isEmpty={isEmpty} onSubmit={submit} {...(onCancel && { onCancel: cancel })} />}
    </div>
  )
}

/** What is typed, kept in this browser until it is sent. */
function useCommentDraft({ keep: keepName, initial, pending, onSubmit }: EditorProps) {
  const [base] = useState<Draft>(() =>
    initial ? { ...emptyDraft(), ...toTyped(initial.body, initial.mentions) } : emptyDraft(),
  )
  const { found, keep } = useDraft(keepName)
  const [draft, setDraft] = useState((found?.values as Draft | undefined) ?? base)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (next: Draft) => {
    setDraft(next)
    setFailure(null)
    keep(next.text === base.text ? null : { values: next, base })
  }
  const isEmpty = draft.text.trim() === ''
  const submit = async () => {
    if (isEmpty || pending) return
    try {
      await onSubmit({ id: draft.id, body: toStored(draft.text.trim(), draft.named) })
      keep(null)
      setDraft(emptyDraft())
      setFailure(null)
    } catch (error) {
      setFailure(messageOf(error, 'Failed to save the comment. Please try again.'))
    }
  }
  return { base, draft, failure, change, keep, isEmpty, submit }
}

type ButtonsProps = Pick<EditorProps, 'pending' | 'submitLabel' | 'onCancel'> &
  Readonly<{ isEmpty: boolean; onSubmit: () => Promise<void> }>

function Buttons({ pending, submitLabel, onCancel, isEmpty, onSubmit }: ButtonsProps) {
  const saveKeys = useSaveKeys()
  return (
    <div className={classes['buttons']}>
      <span className={classes['hint']}>@ to mention · {saveKeys} to send</span>
      {onCancel && (
        <Button variant="default" size="compact-md" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button
        size="compact-md"
        loading={pending}
        disabled={isEmpty}
        aria-keyshortcuts="Control+Enter"
        onClick={() => void onSubmit()}
      >
        {submitLabel}
      </Button>
    </div>
  )
}

type MentionListProps = Readonly<{ mentions: ReturnType<typeof useMentions>; onChoose: (index: number) => void }>

function MentionList({ mentions: { listId, options, active }, onChoose }: MentionListProps) {
  return (
    <div id={listId} role="listbox" aria-label="Members" className={classes['people']}>
      {options.map((person, index) => (
        <div
          key={person.user_id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault()
            onChoose(index)
          }}
        >
          <span>{person.name}</span>
          <span className={classes['quiet']}>{person.email}</span>
        </div>
      ))}
    </div>
  )
}

type Mentionable = { user_id: string; name: string; email: string }

/** Offers members while a mention is being typed. */
function useMentions(record: EditorProps['record'], draft: Draft, change: (draft: Draft) => void) {
  const [typed, setTyped] = useState<{ start: number; letters: string } | null>(null)
  const [active, setActive] = useState(0)
  const listId = useId()
  // Asked for when the first @ is typed.
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
    // The caret goes behind the name once the field holds it.
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
  const fieldProps =
    options.length > 0 ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` } : {}
  return { options, active, listId, look, close, choose, onKey, fieldProps }
}
