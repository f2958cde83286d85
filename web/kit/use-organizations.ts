import { type Membership, readMe } from '../../contract/me.ts'
import { useRead } from './api.ts'
import { previousOrganization } from './organization.ts'

/** The organizations of the signed-in person; empty until they are known. */
export function useOrganizations(): Readonly<{
  /** The one this tab works in. */
  current: Membership | undefined
  all: readonly Membership[]
  sample: Membership | undefined
  /** The target of leaving the sample company: the tab's previous organization, else the person's own. */
  home: Membership | undefined
}> {
  const me = useRead(readMe, {}).data
  const all = me?.organizations ?? []
  const real = all.filter(({ is_sample }) => !is_sample)
  return {
    current: me?.organization,
    all,
    sample: all.find(({ is_sample }) => is_sample),
    home: real.find(({ org_id }) => org_id === previousOrganization()) ?? real[0],
  }
}
