import { Button } from '@mantine/core'
import type { UserIdentity } from '@supabase/auth-js'
import { IconLink } from '@tabler/icons-react'
import { nameOfProvider } from '../auth/providers.ts'
import { SectionRow } from '../kit/section-row.tsx'
import { Moment } from '../ui/moment.tsx'

export function LinkedRow({ identity, onUnlink }: Readonly<{ identity: UserIdentity; onUnlink: () => void }>) {
  return (
    <SectionRow
      icon={<IconLink size={20} stroke={1.6} />}
      title={nameOfProvider(identity.provider)}
      text={
        <>
          {String(identity.identity_data?.['email'] ?? '')}
          {identity.created_at && (
            <>
              {' · linked '}
              <Moment at={identity.created_at} />
            </>
          )}
        </>
      }
      action={
        <Button
          variant="subtle"
          color="red"
          aria-label={`Unlink ${nameOfProvider(identity.provider)}`}
          onClick={onUnlink}
        >
          Unlink
        </Button>
      }
    />
  )
}
