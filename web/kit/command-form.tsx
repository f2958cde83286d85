import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconGitMerge, IconHistory } from '@tabler/icons-react'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { Moment } from '../ui/moment.tsx'
import classes from './command-form.module.css'
import { ReadOnlyNote } from './read-only-note.tsx'
import type { CommandFormState } from './use-submit.ts'

type CommandFormProps<V extends Record<string, unknown>> = Readonly<{
  state: CommandFormState<V>
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
  aside,
  actions,
  sticky = false,
  children,
}: CommandFormProps<V>) {
  const root = useRef<HTMLFormElement>(null)
  useLateFocus(root)
  const rememberFocus = useFocusAfterLock(locked === true)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog's form is inside its page's form in React's tree, though not in the document.
    event.stopPropagation()
    void state.submit()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    if (!disabled && !locked) event.currentTarget.requestSubmit()
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
        <Alert
          ref={intoView}
          role="alert"
          color="red"
          icon={<IconAlertCircle size={18} stroke={1.7} />}
          className={classes['failure']}
        >
          {state.failure}
        </Alert>
      )}
      {state.restored && <Restored {...state.restored} />}
      {state.conflict && <Conflict conflict={state.conflict} />}
      {state.merged && <Merged look={state.merged} />}
      <Body state={state} locked={locked}>
        {children}
      </Body>
      <div className={classes['buttons']} data-sticky={sticky || undefined}>
        {aside && state.allowed && <div className={classes['aside']}>{aside}</div>}
        {onCancel && (
          <Button
            variant="default"
            onClick={() => {
              state.forget()
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

/**
 * The record was saved since it was opened, by another person or on another screen: shows the differences, and asks
 * whose version to keep.
 */
function Conflict({ conflict }: { conflict: NonNullable<CommandFormState['conflict']> }) {
  return (
    <Alert
      ref={intoView}
      role="alert"
      color="yellow"
      icon={<IconAlertCircle size={18} stroke={1.7} />}
      title="This changed while you were editing"
      className={classes['conflict']}
    >
      <p>
        {conflict.merge
          ? 'Your changes are not saved yet. Merge to keep both versions, or reload to discard yours.'
          : 'Your changes are not saved yet. Reload to discard them, or overwrite the saved version with yours.'}
      </p>
      {conflict.differences.length > 0 && (
        <table className={classes['versions']}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {conflict.differences.map(({ name, yours, theirs }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label="Yours">{yours}</td>
                <td data-label="Theirs">{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes['choices']}>
        {conflict.merge && (
          <Button size="compact-md" onClick={conflict.merge}>
            Merge their changes
          </Button>
        )}
        {conflict.reload && (
          <Button size="compact-md" variant="default" onClick={conflict.reload}>
            Reload
          </Button>
        )}
        {!conflict.merge && (
          <Button size="compact-md" variant="default" onClick={() => void conflict.overwrite()}>
            Overwrite
          </Button>
        )}
      </div>
    </Alert>
  )
}

/** Values typed in an earlier visit have been restored. */
function Restored({ at, discard }: NonNullable<CommandFormState['restored']>) {
  return (
    <div role="status" className={classes['notice']}>
      <IconHistory size={18} stroke={1.7} aria-hidden />
      <span>
        Your unsaved changes from <Moment at={at} /> are in the form again.
      </span>
      <Button size="compact-md" variant="default" onClick={discard}>
        Discard them
      </Button>
    </div>
  )
}

/** Both people's changes are in the form now, unsaved. */
function Merged({ look }: { look: readonly string[] }) {
  return (
    <div ref={intoView} role="status" className={classes['notice']} data-look={look.length > 0 || undefined}>
      <IconGitMerge size={18} stroke={1.7} aria-hidden />
      <span>
        Both versions are merged in the form. Review and save.
        {look.length > 0 && (
          <ul className={classes['look']}>
            {look.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </span>
    </div>
  )
}

/** A long form is sent from its end, and errors are shown at its top. */
function intoView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'center' })
}

/**
 * A dialog focuses its first field as it opens. If the form appears later, after its data has loaded, the dialog itself
 * has the focus by then: the field takes it over.
 */
function useLateFocus(root: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const focused = document.activeElement
    const form = root.current
    if (!form || form.contains(focused) || !form.closest('[role="dialog"]')?.contains(focused)) return
    form.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [root])
}

/** A locked field loses the focus. It gets it back afterwards, unless the person moved on. */
function useFocusAfterLock(locked: boolean): (event: FocusEvent<HTMLFormElement>) => void {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (!locked && (focused === null || focused === document.body)) last.current?.focus({ preventScroll: true })
    // Only the element that had the focus when the lock began gets it back.
    if (!locked) last.current = null
  }, [locked])
  return (event) => {
    last.current = event.target
  }
}
