import { Button } from '@mantine/core'
import { IconGitMerge, IconHistory } from '@tabler/icons-react'
import { Moment } from '../ui/moment.tsx'
import classes from './command-form.module.css'
import { leadingToTop } from './form-focus.ts'
import type { CommandFormState } from './use-submit.ts'

/** Values typed in an earlier visit have been restored. */
export function Restored({ at, discard }: NonNullable<CommandFormState['restored']>) {
  return (
    <div role="status" className={classes['notice']}>
      <IconHistory size={18} stroke={1.7} aria-hidden />
      <span>
        We restored your unsaved changes from <Moment at={at} />.
      </span>
      <Button size="compact-md" variant="default" onClick={leadingToTop(discard)}>
        Discard
      </Button>
    </div>
  )
}

/** Both people's changes are in the form now, unsaved. It gets the focus: the button that merged them is gone. */
export function Merged({ toCheck }: { toCheck: readonly string[] }) {
  return (
    <div
      ref={focusNotice}
      tabIndex={-1}
      role="status"
      className={classes['notice']}
      data-to-check={toCheck.length > 0 || undefined}
    >
      <IconGitMerge size={18} stroke={1.7} aria-hidden />
      <span>
        Both versions are merged in the form. Review and save.
        {toCheck.length > 0 && (
          <ul className={classes['toCheck']}>
            {toCheck.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </span>
    </div>
  )
}

function focusNotice(notice: HTMLElement | null): void {
  intoView(notice)
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true })
}

/** A long form is sent from its end, and errors are shown at its top. */
export function intoView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'center' })
}
