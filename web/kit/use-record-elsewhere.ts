import { findRecordOrganization, type RecordKind } from '../../contract/record-organization.ts'
import { useRead } from './api.ts'
import { useOrganizations } from './use-organizations.ts'

/** A record as its address names it. */
export type NamedRecord = Readonly<{ kind: RecordKind; id: string }>

/**
 * The other organization of the signed-in person that a record belongs to, for a record that isn't found in the tab's:
 * undefined until known, null if there is none. Only queried for people in several organizations.
 */
export function useRecordElsewhere(
  { kind, id }: NamedRecord,
  isId: boolean,
): { org_id: string; name: string } | null | undefined {
  const { all } = useOrganizations()
  const enabled = isId && all.length > 1
  const answer = useRead(findRecordOrganization, { record: kind, record_id: id }, { enabled })
  return enabled && answer.isPending ? undefined : (answer.data?.organization ?? null)
}

/** The name of each kind within a sentence. */
export const recordNames: Readonly<Record<RecordKind, string>> = {
  product: 'product',
  category: 'category',
  supplier: 'supplier',
  purchase_order: 'purchase order',
  receipt: 'receipt',
  sales_order: 'sales order',
  sales_return: 'return',
  posting: 'stock movement',
}
