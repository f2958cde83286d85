import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconFileText,
  IconPackageImport,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useMayAny } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './dashboard.module.css'
import { type ToDo, type ToDoFigures, toDosOf } from './to-do.ts'

const icons = {
  receive: IconPackageImport,
  ship: IconTruckDelivery,
  reorder: IconAlertTriangle,
  place: IconFileText,
  wait: IconClock,
} as const

/** Current tasks, before any figure: a sentence with a count for each, and a link. */
export function NeedsDoing({ figures }: { figures: ToDoFigures }) {
  const entries = toDosOf(figures)
  if (entries.length === 0)
    return (
      <div className={classes['attention']} data-tone="green">
        <span className={classes['attentionSign']} aria-hidden>
          <IconCircleCheck size={20} stroke={1.7} />
        </span>
        <p className={classes['attentionText']}>
          <strong>You’re all caught up</strong>
          <span className={classes['quiet']}>Nothing to ship, receive or reorder</span>
        </p>
      </div>
    )
  return (
    <ul className={classes['needs']} data-count={entries.length} aria-label="To do now">
      {entries.map((entry) => (
        <Entry key={entry.kind} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry: { kind, tone, title, detail, action, to, needs, list } }: { entry: ToDo }) {
  const mayDo = useMayAny()(needs)
  const Sign = icons[kind]
  return (
    <li className={classes['attention']} data-tone={tone}>
      <span className={classes['attentionSign']} aria-hidden>
        <Sign size={20} stroke={1.7} />
      </span>
      <p className={classes['attentionText']}>
        <strong>{title}</strong>
        <span className={classes['quiet']}>{detail}</span>
      </p>
      <Button
        component={Link}
        to={mayDo ? to : list}
        variant="default"
        aria-label={`${mayDo ? action : 'View'}: ${title}`}
      >
        {mayDo ? action : 'View'}
      </Button>
    </li>
  )
}
