import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef } from 'react'
import { afterNextPaint } from '../ui/after-next-paint.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import classes from './command-form.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import { useLateFocus, useFocusAfterLock } from './form-focus.ts'
import { Restored, Merged, intoView } from './form-notices.tsx'
import { ReadOnlyNote } from './read-only-note.tsx'
import { toastDone } from './toast.tsx'
import type { CommandFormState } from './use-submit.ts'

type CommandFormProps<V extends Record<string, unknown>> = Readonly<{
  state: Omit<CommandFormState<V>, 'save' | 'showRefusal'>
  /** "Add Product". */
  submitLabel: string
  pendingLabel?: string
  /** Leaves the form; typed values are discarded. */
  onCancel?: () => void
  /** Disabled for a reason other than errors: nothing is chosen yet. */
  disabled?: boolean
  /**
   * True while another command about the same record is sent: input would be compared with a version that is about to
   * change.
   */
  locked?: boolean
  /** At the left of the buttons: "Delete Product". */
  aside?: ReactNode
  /** True for what can't be undone: the submit button is red. */
  danger?: boolean
  /** Other actions on the form's record, before the submit button. */
  actions?: ReactNode
  /** True keeps the buttons visible at the bottom: for forms longer than the window. */
  sticky?: boolean
  children: ReactNode
}>

/**
 * The frame of a form: errors on top, the fields, the buttons below. Enter submits, Ctrl or ⌘ and Enter from any field.
 * Without the permission it is read-only.
 */
// oxlint-disable-next-line max-lines-per-function -- the whole frame of a form at a glance
export function CommandForm<V extends Record<string, unknown>>({
  state,
  submitLabel,
  pendingLabel = 'Saving...',
  onCancel,
  disabled = false,
  locked,
  danger = false,
  aside,
  actions,
  sticky = false,
  children,
}: CommandFormProps<V>) {
  const root = useRef<HTMLFormElement>(null)
  useLateFocus(root)
  const rememberFocus = useFocusAfterLock(locked === true)
  const submit = useSubmitAfterPaint(state.submit)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    // A dialog's form is inside its page's form in React's tree, though not in the document.
    event.stopPropagation()
    submit()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    if (!disabled && !locked) submit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the fields inside
    <form
      ref={root}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      onFocus={rememberFocus}
      className={classes['root']}
    >
      {state.failure && (
        <FailureAlert ref={intoView} className={classes['failure']}>
          {state.failure}
        </FailureAlert>
      )}
      {state.restored && <Restored {...state.restored} />}
      {state.conflict && <ConflictNotice conflict={state.conflict} />}
      {state.toCheck && <Merged toCheck={state.toCheck} />}
      <Body state={state} locked={locked}>
        {children}
      </Body>
      <div className={classes['buttons']} data-sticky={sticky || undefined}>
        {aside && state.allowed && <div className={classes['aside']}>{aside}</div>}
        {onCancel && (
          <Button
            variant="default"
            onClick={() => {
              discardInput(state.forget)
              onCancel()
            }}
          >
            {state.allowed ? 'Cancel' : 'Back'}
          </Button>
        )}
        {state.allowed && actions}
        {state.allowed && (
          <Button
            type="submit"
            className={classes['submit']}
            {...(danger ? { color: 'red' } : {})}
            // Otherwise the browser first looks through all fields for an address to remember: 4 ms for 20 lines.
            onClick={onSubmit}
            disabled={disabled || locked === true}
            data-pending={state.pending || undefined}
            aria-disabled={state.pending}
          >
            {state.stillTrying ? 'Still trying…' : state.pending ? pendingLabel : submitLabel}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Discards unsaved input, which can be a long receipt: the message offers it again for the next visit of the form. */
function discardInput(forget: CommandFormState['forget']): void {
  const keepAgain = forget()
  if (!keepAgain) return
  toastDone('Changes discarded', {
    undo: async () => keepAgain(),
    undone: 'Your changes are kept. Open the form again to continue.',
  })
}

/**
 * Submits once the press itself is visible: checking and re-rendering 20 lines takes a slow processor a tenth of a
 * second.
 */
function useSubmitAfterPaint(submit: () => Promise<void>): () => void {
  const isWaiting = useRef(false)
  return () => {
    if (isWaiting.current) return
    isWaiting.current = true
    afterNextPaint(() => {
      isWaiting.current = false
      void submit()
    })
  }
}

type BodyProps = Readonly<{
  state: Pick<CommandFormState, 'allowed' | 'readOnly'>
  locked: boolean | undefined
  children: ReactNode
}>

/** The fields: editable, locked for a moment, or read-only. */
function Body({ state: { allowed, readOnly }, locked, children }: BodyProps) {
  if (!allowed)
    return (
      <>
        <ReadOnlyNote>{readOnly ?? 'Your role can view this but not change it.'}</ReadOnlyNote>
        <fieldset disabled className={classes['reading']}>
          {children}
        </fieldset>
      </>
    )
  if (locked === undefined) return children
  return (
    <fieldset disabled={locked} className={classes['lockable']}>
      {children}
    </fieldset>
  )
}
