import { Button } from '@mantine/core'
import { IconBuilding, IconFileUnknown } from '@tabler/icons-react'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { EmptyState } from './empty-state.tsx'
import { useSetPageTitle } from './page-title.ts'
import { RecordSkeleton } from './record-skeleton.tsx'
import { type NamedRecord, recordNames, useRecordElsewhere } from './use-record-elsewhere.ts'
import { useOrganizations } from './use-organizations.ts'
import { useSwitchOrganization } from './use-switch-organization.ts'

type MissingRecordProps = Readonly<{
  title: string
  /** The record's section, which phones name in the top bar. */
  section: string | undefined
  text?: string
  back: Readonly<{ label: string; to: string }>
  record: NamedRecord
  /** Whether the address could name a record at all. */
  isId: boolean
}>

/**
 * Shown instead of a record that isn't found: a link to its list and, if it belongs to another of the person's
 * organizations, a link there. Links in emails and messages don't name their organization.
 */
export function MissingRecord({ title, section, text, back, record, isId }: MissingRecordProps) {
  const elsewhere = useRecordElsewhere(record, isId)
  const switchTo = useSwitchOrganization()
  const { current } = useOrganizations()
  useSetPageTitle(title, section)
  if (elsewhere === undefined) return <RecordSkeleton />
  if (elsewhere)
    return (
      <Card>
        <EmptyState
          screen
          icon={IconBuilding}
          title={`This ${recordNames[record.kind]} belongs to ${elsewhere.name}`}
          text={`You’re working in ${current?.name ?? 'another company'} right now.`}
          action={
            <>
              <Button onClick={() => void switchTo(elsewhere.org_id, { stay: true })}>
                Switch to {elsewhere.name}
              </Button>
              <Button component={Link} to={back.to} variant="default">
                {back.label}
              </Button>
            </>
          }
        />
      </Card>
    )
  return (
    <Card>
      <EmptyState
        screen
        icon={IconFileUnknown}
        title={title}
        {...(text ? { text } : {})}
        action={
          <Button component={Link} to={back.to} variant="default">
            {back.label}
          </Button>
        }
      />
    </Card>
  )
}
