import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Member } from '../../contract/members.ts'
import { containsTyped } from '../kit/fold.ts'
import { Card } from '../ui/card.tsx'
import { LocationsDialog } from './locations-dialog.tsx'
import { type MemberRowProps, MemberRow } from './member-row.tsx'
import classes from './members.module.css'

/** As many are found without a search. */
const membersInSight = 10

type MembersCardProps = Readonly<{ members: readonly Member[] }> &
  Pick<MemberRowProps, 'own' | 'mayWrite' | 'locations'>

/** Everyone who belongs to the company, and the reader's actions for each. */
export function MembersCard({ members, own, mayWrite, locations }: MembersCardProps) {
  const [search, setSearch] = useState('')
  const [limited, setLimited] = useState<Member | null>(null)
  const found = members.filter(({ email, username }) => containsTyped(`${username} ${email}`, search))
  return (
    <Card title="Members" note={members.length} flush>
      {members.length > membersInSight && (
        <TextInput
          className={classes['search'] ?? ''}
          aria-label="Search members"
          placeholder="Name or email"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <LocationsDialog member={limited} locations={locations} onClose={() => setLimited(null)} />
      <ul className={classes['list']} aria-label="Members">
        {found.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            own={own}
            mayWrite={mayWrite}
            locations={locations}
            onLimit={() => setLimited(member)}
            isAlone={members.length === 1}
            isOnlyOwner={members.filter(({ role }) => role === 'owner').length === 1 && member.role === 'owner'}
          />
        ))}
      </ul>
    </Card>
  )
}
