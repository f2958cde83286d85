import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { readPush, testPush } from '../../contract/push.ts'
import { useCommand, useRead } from '../kit/api.ts'
import { SectionRow } from '../kit/section-row.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './push-row.module.css'
import { NotAllowed, type Obstacle, pushObstacle, turnOffPush, turnOnPush } from './push.ts'

const obstacles: Readonly<Record<Obstacle, string>> = {
  insecure: 'Browsers allow notifications on secure (https) pages only.',
  unsupported: 'This browser can’t show notifications. On an iPhone or iPad, add Onhand to the Home Screen first.',
  blocked: 'Notifications are blocked for this site. Allow them in the settings of your browser.',
}

/** Turns notifications in this browser on and off. They end when the person signs out. */
export function PushRow() {
  const { data, refetch } = useRead(readPush, {})
  const test = useCommand(testPush)
  const [obstacle, setObstacle] = useState(pushObstacle)
  const [pending, setPending] = useState(false)
  const isOn = data?.subscribed === true && obstacle === null
  const change = async () => {
    setPending(true)
    try {
      await (isOn ? turnOffPush() : turnOnPush())
      toastDone(isOn ? 'Notifications are off in this browser' : 'Notifications are on in this browser')
    } catch (error) {
      toastFailed(
        error instanceof NotAllowed ? null : error,
        error instanceof NotAllowed
          ? 'Your browser didn’t allow notifications.'
          : 'Failed to change notifications in this browser. Please try again.',
      )
    }
    setObstacle(pushObstacle())
    setPending(false)
    await refetch()
  }
  const tryIt = () => test.run({}).catch((error: unknown) => toastFailed(error, 'Failed to send a test notification'))
  return (
    <SectionRow
      icon={<IconBell size={20} stroke={1.6} />}
      title="Notifications in this browser"
      badge={isOn && <StatusBadge tone="green">On</StatusBadge>}
      text={
        obstacle ? (
          obstacles[obstacle]
        ) : (
          <>
            Also shown when Onhand is closed, until you sign out.{' '}
            <Link to="/settings/notifications" className={classes['link']}>
              Choose your notifications
            </Link>
          </>
        )
      }
      action={
        data &&
        obstacle === null && (
          <>
            {isOn && (
              <Button variant="default" onClick={() => void tryIt()}>
                Send a test
              </Button>
            )}
            <Button
              variant="default"
              loading={pending}
              aria-label={`${isOn ? 'Turn off' : 'Turn on'} notifications in this browser`}
              onClick={() => void change()}
            >
              {isOn ? 'Turn off' : 'Turn on'}
            </Button>
          </>
        )
      }
    />
  )
}
