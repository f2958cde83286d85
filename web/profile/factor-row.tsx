import { Button } from '@mantine/core'
import type { Factor } from '@supabase/auth-js'
import { IconDeviceMobile, IconUsb } from '@tabler/icons-react'
import { SectionRow } from '../kit/section-row.tsx'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type FactorKind, factorKinds } from './factor-kinds.ts'

const icons = { app: IconDeviceMobile, key: IconUsb }

type FactorRowProps = Readonly<{ factor: Factor; kind: FactorKind; onRemove: () => void }>

/** An app or a security key in use. */
export function FactorRow({ factor, kind, onRemove }: FactorRowProps) {
  const [Icon, name] = [icons[kind], factorKinds[kind]]
  return (
    <SectionRow
      icon={<Icon size={20} stroke={1.6} />}
      title={factor.friendly_name || name}
      badge={<StatusBadge tone="green">On</StatusBadge>}
      text={
        <>
          Added <Moment at={factor.created_at} />
        </>
      }
      action={
        <Button
          variant="subtle"
          color="red"
          aria-label={`Remove ${factor.friendly_name || name.toLowerCase()}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      }
    />
  )
}
