import { Button, Popover, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { limits } from '../../contract/limits.ts'
import type { RecordType } from '../../contract/records.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { messageOf } from '../kit/api.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useSaveKeys } from '../kit/use-save-keys.ts'
import { toStored } from './comment-text.ts'
import { useMentions } from './use-mentions.ts'
import { MentionList } from './mention-list.tsx'
import { afterRefusal, type Draft, emptyDraft, savedDraft } from './comment-draft.ts'
import classes from './comments.module.css'

type EditorProps = Readonly<{
  record: Readonly<{ record_type: RecordType; record_id: string }>
  /** The name under which this browser stores an unsent comment. */
  keep: string
  label: string
  placeholder?: string
  submitLabel: string
  pending: boolean
  /** The comment to change; omitted for a new one. */
  initial?: Pick<Comment, 'body' | 'mentions' | 'version'>
  onSubmit: (comment: { id: string; body: string; version?: number }) => Promise<Comment>
  onCancel?: () => void
}>

/** The comment editor: Ctrl Enter sends, "@" offers the members who can see the record. */
export function CommentEditor(props: EditorProps) {
  const { record, label, placeholder, onCancel } = props
  const { base, draft, failure, change, keep, isEmpty, submit } = useCommentDraft(props)
  const field = useRef<HTMLTextAreaElement>(null)

  const mentions = useMentions(record, draft, change)
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
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
        // A phone's keyboard covers what is below.
        position={phone ? 'top-start' : 'bottom-start'}
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

/** The typed text, stored in this browser until it is sent. */
function useCommentDraft({ keep: keepName, initial, pending, onSubmit, onCancel }: EditorProps) {
  const [base] = useState<Draft>(() => (initial ? { ...emptyDraft(), ...savedDraft(initial) } : emptyDraft()))
  const { found, keep } = useDraft(keepName)
  const [draft, setDraft] = useState((found?.values as Draft | undefined) ?? base)
  // The draft at this moment: people continue typing while it is sent.
  const newest = useRef(draft)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (next: Draft) => {
    newest.current = next
    setDraft(next)
    setFailure(null)
    keep(next.text === base.text ? null : { values: next, base })
  }
  const isEmpty = trimmed(draft.text) === ''
  const submit = async () => {
    if (isEmpty || pending) return
    const { id, text, named, version = base.version } = draft
    try {
      const saved = await onSubmit({ id, body: toStored(trimmed(text), named), ...(version && { version }) })
      // What was typed since stays: as the next change, or as another comment.
      if (newest.current.text !== text)
        return change({ ...newest.current, ...(initial ? { version: saved.version } : { id: emptyDraft().id }) })
      keep(null)
      setDraft((newest.current = emptyDraft()))
      setFailure(null)
      onCancel?.()
    } catch (error) {
      const next = afterRefusal(error)
      if (next) change({ ...newest.current, ...next.draft })
      setFailure(next?.sentence ?? messageOf(error, 'Failed to save the comment. Please try again.'))
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
