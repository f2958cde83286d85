import { IconCircleCheck } from '@tabler/icons-react'
import classes from './dashboard.module.css'
import { ToDoEntry } from './to-do-entry.tsx'
import tasks from './to-do.module.css'
import { type ToDoFigures, toDosOf } from './to-do.ts'

/** Current tasks, before any figure: a sentence with a count for each, and a link. */
export function ToDoList({ figures }: { figures: ToDoFigures }) {
  const entries = toDosOf(figures)
  if (entries.length === 0)
    return (
      <div className={tasks['task']} data-tone="green">
        <span className={tasks['sign']} aria-hidden>
          <IconCircleCheck size={20} stroke={1.7} />
        </span>
        <p className={tasks['text']}>
          <strong>You’re all caught up</strong>
          <span className={classes['quiet']}>Nothing to ship, receive or reorder</span>
        </p>
      </div>
    )
  return (
    <ul className={tasks['list']} data-count={entries.length} aria-label="To do now">
      {entries.map((entry) => (
        <ToDoEntry key={entry.kind} entry={entry} />
      ))}
    </ul>
  )
}
