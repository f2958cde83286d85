import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import classes from './command-form.module.css'
import type { CommandFormState } from './use-command-form.ts'

type CommandFormProps<V extends Record<string, unknown>> = Readonly<{
  state: CommandFormState<V>
  /** "Add Product". */
  submitLabel: string
  pendingLabel?: string
  onCancel?: () => void
  /** Off for a reason other than errors: nothing chosen yet. */
  disabled?: boolean
  /** At the left end of the buttons: "Delete Product". */
  aside?: ReactNode
  children: ReactNode
}>

/** The frame of a form: what failed on top, the fields, the buttons below. Enter submits. Who may not send it can read it. */
export function CommandForm<V extends Record<string, unknown>>({
  state,
  submitLabel,
  pendingLabel = 'Saving...',
  onCancel,
  disabled = false,
  aside,
  children,
}: CommandFormProps<V>) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog's form lies inside its page's form in React's tree, though not in the document's.
    event.stopPropagation()
    void state.submit()
  }
  return (
    <form noValidate onSubmit={onSubmit} className={classes['root']}>
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
      {state.conflict && <Conflict conflict={state.conflict} />}
      {state.allowed ? (
        children
      ) : (
        <>
          <p className={classes['locked']} role="note">
            <IconLock size={16} stroke={1.7} aria-hidden />
            You can look at this. Your role does not allow changing it.
          </p>
          <fieldset disabled className={classes['reading']}>
            {children}
          </fieldset>
        </>
      )}
      <div className={classes['buttons']}>
        {aside && state.allowed && <div className={classes['aside']}>{aside}</div>}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {state.allowed ? 'Cancel' : 'Back'}
          </Button>
        )}
        {state.allowed && (
          <Button
            type="submit"
            className={classes['submit']}
            disabled={disabled}
            data-pending={state.pending || undefined}
            aria-disabled={state.pending}
          >
            {state.pending ? pendingLabel : submitLabel}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Someone else saved this record since it was opened: what differs, and the choice to take theirs or to put ours over it. */
function Conflict({ conflict }: { conflict: NonNullable<CommandFormState['conflict']> }) {
  return (
    <Alert
      ref={intoView}
      role="alert"
      color="yellow"
      icon={<IconAlertCircle size={18} stroke={1.7} />}
      title="Someone else changed this meanwhile"
      className={classes['conflict']}
    >
      <p>Your changes are not saved yet. Reload to take theirs and lose yours, or overwrite theirs with yours.</p>
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
        {conflict.reload && (
          <Button size="compact-md" variant="default" onClick={conflict.reload}>
            Reload
          </Button>
        )}
        <Button size="compact-md" variant="default" onClick={() => void conflict.overwrite()}>
          Overwrite
        </Button>
      </div>
    </Alert>
  )
}

/** A long form is sent from its end, and what went wrong stands at its head. */
function intoView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'center' })
}
