import { IconLock } from '@tabler/icons-react'
import { EmptyState } from '../kit/empty-state.tsx'
import { useMay } from '../kit/use-may.ts'
import { LedgerCards } from '../ledger-checks/ledger-cards.tsx'
import { SettingsFrame } from '../organizations/settings-frame.tsx'
import { Card } from '../ui/card.tsx'

/** Whether all stock figures add up. */
export function LedgerPage() {
  const mayRead = useMay('settings.write')
  return (
    <SettingsFrame
      title="Ledger Check"
      subtitle="Once a day the server compares every stock number with the movements behind it"
    >
      {mayRead === false ? (
        <Card>
          <EmptyState icon={IconLock} title="Only owners and admins see the ledger check" text="Ask one of them." />
        </Card>
      ) : (
        mayRead && <LedgerCards />
      )}
    </SettingsFrame>
  )
}
