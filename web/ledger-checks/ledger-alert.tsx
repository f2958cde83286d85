import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { byCount } from '../../contract/counted-nouns.ts'
import { readLedgerCheck } from '../../contract/ledger-checks.ts'
import { useRead } from '../kit/api.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'
import classes from './ledger-alert.module.css'

/** Tells owners and admins that the ledger doesn't add up; otherwise nothing, and nothing to anyone else. */
export function LedgerAlert() {
  const mayAct = useMay('settings.write') === true
  const { data } = useRead(readLedgerCheck, {}, { enabled: mayAct })
  if (!mayAct || !data || data.broken.length === 0) return null
  return (
    <div className={classes['root']} role="alert">
      <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
      <p className={classes['text']}>
        <strong>The ledger doesn’t add up</strong>
        <span>
          {byCount(data.broken.length, {
            one: '{count} check failed. Nothing was repaired.',
            other: '{count} checks failed. Nothing was repaired.',
          })}
        </span>
      </p>
      <Button component={Link} to="/settings/ledger" variant="default">
        Review
      </Button>
    </div>
  )
}
