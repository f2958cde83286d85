import type { AuditEntry } from '../../contract/audit-trail.ts'
import classes from './audit-changes.module.css'
import { fieldText, valueText } from './audit-text.ts'

/** The old and new values, side by side, in words. Nothing if no visible field changed. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { changes, more_changes, action } = entry
  if (changes.length === 0) return null
  const [hasOld, hasNew] = [action !== 'created' && action !== 'exported' && action !== 'shared', action !== 'deleted']
  return (
    <>
      <table className={classes['root']} aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {hasOld && <th scope="col">{hasNew ? 'Before' : 'Value'}</th>}
            {hasNew && <th scope="col">{hasOld ? 'After' : 'Value'}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- one field may stand for several accounts
            <tr key={`${change.field} ${index}`}>
              <th scope="row">{fieldText(change)}</th>
              {hasOld && (
                <td className={classes['before']}>{valueText(change.field, change.before, entry.table_name)}</td>
              )}
              {hasNew && <td>{valueText(change.field, change.after, entry.table_name)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {more_changes > 0 && <p className={classes['more']}>and {more_changes} more</p>}
    </>
  )
}
