import { counted } from '../../contract/counted-nouns.ts'
import type { ImportProblem } from '../../contract/import-preview.ts'
import { hasSheets } from './import-text.ts'
import classes from './problem-list.module.css'

const shownAtMost = 10

/** What others changed between the preview and its confirmation, each with its cell and both values. */
export function ConflictList({ conflicts, file_name }: { conflicts: readonly ImportProblem[]; file_name: string }) {
  return (
    <>
      <ul className={classes['conflicts']}>
        {conflicts.slice(0, shownAtMost).map(({ sheet, cell, message }, index) => (
          <li key={index}>
            <span className={classes['cell']}>
              {hasSheets(file_name) && sheet} {cell}
            </span>{' '}
            {message}
          </li>
        ))}
      </ul>
      {conflicts.length > shownAtMost && <p>and {counted(conflicts.length - shownAtMost, 'other change')}</p>}
      <p>The preview below is up to date. Review it and confirm again.</p>
    </>
  )
}
