import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'

type SettingsListProps<Item> = Readonly<{
  title: string
  icon: Icon
  /** Undefined until the reader's role is known. */
  mayManage: boolean | undefined
  query: Readonly<{
    data: { items: readonly Item[] } | undefined
    error: Error | null
    refetch: () => Promise<unknown>
  }>
  /** Shown to everyone else. */
  onlyAdmins: string
  empty: Readonly<{ title: string; text: string; action: ReactNode }>
  failed: string
  children: (items: readonly Item[]) => ReactNode
}>

/** What owners and admins set up for programs: its list, or why there is none. */
export function SettingsList<Item>(props: SettingsListProps<Item>) {
  const { title, icon, mayManage, query, onlyAdmins, empty, failed, children } = props
  if (mayManage === false)
    return (
      <Card flush>
        <EmptyState icon={icon} title={onlyAdmins} text="Ask an owner or admin of your company." />
      </Card>
    )
  if (query.data && query.data.items.length > 0) return children(query.data.items)
  if (!query.data && query.error)
    return <ErrorCard error={query.error} fallback={failed} onRetry={() => void query.refetch()} />
  return (
    <Card title={title} flush>
      {query.data ? <EmptyState leads icon={icon} {...empty} /> : <RowSkeletons rows={3} />}
    </Card>
  )
}
