import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { useMay } from '../kit/use-may.ts'
import { Link } from '../ui/link.tsx'

type FirstStep = Readonly<{ label: string; to: string; needs: Permission }>

/** What an empty report leads to, as `action` of its empty state; nothing for members who aren't allowed to. */
export function useFirstStep({ label, to, needs }: FirstStep): { action?: ReactNode } {
  if (useMay(needs) !== true) return {}
  return {
    action: (
      <Button component={Link} to={to}>
        {label}
      </Button>
    ),
  }
}
