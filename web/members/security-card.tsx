import { Switch } from '@mantine/core'
import { byCount } from '../../contract/counted-nouns.ts'
import { changeOrganization, readOrganization } from '../../contract/organizations.ts'
import { useRead } from '../kit/api.ts'
import { provedSecondFactor } from '../kit/assurance.ts'
import { confirm } from '../kit/confirm.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useSession } from '../kit/session.ts'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './members.module.css'

function whoLosesAccess(without: number): string {
  if (without === 0) return 'All members have set it up. New members must set it up when they join.'
  return byCount(without, {
    one: '1 member hasn’t set it up. They lose access until they do.',
    other: '{count} members haven’t set it up. They lose access until they do.',
  })
}

/** Whether members need a second factor: an owner decides. */
export function SecurityCard({ without }: { without: number }) {
  const organization = useRead(readOrganization, {})
  const isRequired = organization.data?.second_factor_required ?? false
  const session = useSession()
  // An owner who requires it must not be locked out.
  const mayRequire = isRequired || (session ? provedSecondFactor(session) : false)
  const change = async (second_factor_required: boolean) => {
    const agreed = await confirm(
      second_factor_required
        ? {
            title: 'Require two-factor authentication?',
            text: whoLosesAccess(without),
            confirmLabel: 'Require it',
          }
        : {
            title: 'Stop requiring two-factor authentication?',
            text: 'Members who set it up keep it, and can turn it off.',
            confirmLabel: 'Stop requiring it',
          },
    )
    if (!agreed) return
    try {
      await act(changeOrganization, { second_factor_required })
      toastDone(
        second_factor_required
          ? 'Two-factor authentication is now required'
          : 'Two-factor authentication is no longer required',
      )
    } catch (error) {
      toastFailed(error, 'Failed to change the security settings')
    }
  }
  return (
    <Card title="Security" reading={organization.isPending}>
      {organization.data ? (
        <Switch
          label="Require two-factor authentication"
          description={
            <>
              Members sign in with a passkey, or with their password and a second factor.
              {!mayRequire && (
                <>
                  {' First set up a second factor and sign in with it. '}
                  <Link to="/profile" className={classes['among']}>
                    Open your profile
                  </Link>
                </>
              )}
            </>
          }
          checked={isRequired}
          disabled={!mayRequire}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      ) : organization.error ? (
        <ErrorState
          compact
          error={organization.error}
          fallback="Failed to load the security settings"
          onRetry={() => void organization.refetch()}
        />
      ) : (
        <RowSkeletons rows={1} />
      )}
    </Card>
  )
}
