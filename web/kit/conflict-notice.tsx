import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import classes from './command-form.module.css'
import { leadingToTop } from './form-focus.ts'
import { intoView } from './form-notices.tsx'
import type { CommandFormState } from './use-submit.ts'

/**
 * The record was saved since it was opened, by another person or on another screen: shows the differences, and asks
 * whose version to keep.
 */
export function ConflictNotice({ conflict }: { conflict: NonNullable<CommandFormState['conflict']> }) {
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
          : conflict.reload
            ? 'Your changes are not saved yet. Reload to discard them, or overwrite the saved version with yours.'
            : 'Your changes are not saved yet. Close this and open it again to see what changed, or overwrite the saved version with yours.'}
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
          <Button size="compact-md" variant="default" onClick={leadingToTop(conflict.reload)}>
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
