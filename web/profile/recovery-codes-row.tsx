import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '../kit/confirm.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { auth } from '../kit/session.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

export function RecoveryCodesRow({ hasCodes, onMake }: { hasCodes: boolean; onMake: () => void }) {
  const status = useQuery({
    queryKey: ['user', 'recovery-codes'],
    queryFn: async () => {
      const { data, error } = await auth.mfa.recoveryCodes.getStatus()
      if (error) throw error
      return data
    },
    enabled: hasCodes,
    staleTime: 0,
  })
  const left = status.data?.remaining
  const make = async () => {
    const agreed =
      !hasCodes ||
      (await confirm({
        title: 'Create new recovery codes?',
        text: 'Your current codes will stop working.',
        confirmLabel: 'Create new codes',
      }))
    if (agreed) onMake()
  }
  return (
    <SectionRow
      icon={<IconKey size={20} stroke={1.6} />}
      title="Recovery codes"
      {...(hasCodes && left !== undefined && left <= 2
        ? { badge: <StatusBadge tone="amber">{left === 0 ? 'None left' : `${left} left`}</StatusBadge> }
        : {})}
      text={
        hasCodes
          ? left === undefined
            ? 'Use one to sign in if you lose your phone.'
            : `${left} of ${status.data?.total} left. Use one to sign in if you lose your phone.`
          : 'Without them you can’t sign in if you lose your phone.'
      }
      action={
        <Button variant="default" onClick={() => void make()}>
          {hasCodes ? 'Create new codes' : 'Create codes'}
        </Button>
      }
    />
  )
}
