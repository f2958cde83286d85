import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { listInvitations } from '../../contract/invitations.ts'
import { readMe } from '../../contract/me.ts'
import { listMembers } from '../../contract/members.ts'
import { mayDo, roles } from '../../contract/permissions.ts'
import { useRead } from '../kit/api.ts'
import { ErrorCard, ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { Card } from '../ui/card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './members.module.css'
import { MembersCard } from './members-card.tsx'
import { roleLabels, roleTexts } from '../kit/roles.ts'
import { useAllLocations } from '../kit/use-all-locations.ts'
import { SecurityCard } from './security-card.tsx'

/** The company's members and their permissions. `?invite=1` opens the invite dialog. */
// oxlint-disable-next-line max-lines-per-function -- a page of cards in their order
export function MembersPage() {
  const [url, setUrl] = useUrlState({ invite: '' })
  const me = useRead(readMe, {}).data
  const mayWrite = me !== undefined && mayDo(me.organization.role, 'members.write')
  const members = useRead(listMembers, {})
  const invitations = useRead(listInvitations, {}, { enabled: mayWrite })
  const open = invitations.data?.items ?? []
  const locations = useAllLocations({ enabled: mayWrite })
  return (
    <SettingsFrame
      title="Members"
      subtitle="Manage members and their roles"
      primary={
        mayWrite && (
          <Button leftSection={<IconUserPlus size={16} stroke={1.8} />} onClick={() => setUrl({ invite: '1' })}>
            Invite people
          </Button>
        )
      }
    >
      <div className={classes['cards']}>
        {members.data && me ? (
          <MembersCard
            members={members.data.items}
            own={{ user_id: me.user_id, role: me.organization.role }}
            mayWrite={mayWrite}
            locations={locations}
          />
        ) : members.error ? (
          <ErrorCard
            title="Members"
            error={members.error}
            fallback="Failed to load members"
            onRetry={() => {
              void members.refetch()
              if (invitations.error) void invitations.refetch()
            }}
          />
        ) : (
          <Card title="Members" flush reading>
            <RowSkeletons rows={3} />
          </Card>
        )}
        {invitations.isLoading && <div data-reading hidden />}
        {/* One failure is reported once. */}
        {invitations.error && !members.error && (
          <Card title="Pending invitations" flush>
            <ErrorState
              compact
              error={invitations.error}
              fallback="Failed to load invitations"
              onRetry={() => void invitations.refetch()}
            />
          </Card>
        )}
        {me && open.length > 0 && (
          <InvitationsCard invitations={open} own={me.organization.role} canMail={me.can_mail} locations={locations} />
        )}
        {members.data && me && mayDo(me.organization.role, 'organization.write') && (
          <SecurityCard
            without={members.data.items.filter(({ has_second_factor }) => has_second_factor === false).length}
          />
        )}
        <Card title="Roles">
          <dl className={classes['roles']}>
            {roles.map((role) => (
              <div key={role}>
                <dt>{roleLabels[role]}</dt>
                <dd>{roleTexts[role]}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
      {me && mayWrite && (
        <InviteDialog
          opened={url.invite !== ''}
          onClose={() => setUrl({ invite: '' })}
          own={me.organization.role}
          canMail={me.can_mail}
          locations={locations}
        />
      )}
    </SettingsFrame>
  )
}
