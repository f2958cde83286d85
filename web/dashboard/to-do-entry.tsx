import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCash,
  IconClock,
  IconFileText,
  IconPackageImport,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useMayAny } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './dashboard.module.css'
import tasks from './to-do.module.css'
import type { ToDo } from './to-do.ts'

const icons = {
  pay: IconCash,
  receive: IconPackageImport,
  ship: IconTruckDelivery,
  reorder: IconAlertTriangle,
  place: IconFileText,
  wait: IconClock,
} as const

/** A task, with the button that leads to it. */
export function ToDoEntry({ entry: { kind, tone, title, detail, action, to, needs, list } }: { entry: ToDo }) {
  const mayDo = useMayAny()(needs)
  const Sign = icons[kind]
  return (
    <li className={tasks['task']} data-tone={tone}>
      <span className={tasks['sign']} aria-hidden>
        <Sign size={20} stroke={1.7} />
      </span>
      <p className={tasks['text']}>
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
