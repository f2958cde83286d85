import { readMe } from '../../contract/me.ts'
import { useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { Section, SectionPart } from '../kit/section.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { NameForm } from './name-form.tsx'

/** The person's name. */
export function NameSection() {
  const me = useRead(readMe, {})
  return (
    <Section title="Name" text="Your colleagues see it next to your changes.">
      {me.data ? (
        <SectionPart>
          <NameForm username={me.data.username} />
        </SectionPart>
      ) : me.error ? (
        <ErrorState compact error={me.error} fallback="Failed to load your name" onRetry={() => void me.refetch()} />
      ) : (
        <RowSkeletons rows={1} />
      )}
    </Section>
  )
}
