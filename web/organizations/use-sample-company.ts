import { createSampleCompany, removeSampleCompany } from '../../contract/sample-company.ts'
import { ApiError, useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'

/** Opens the person's sample company, creating it first if there is none, and leaves it. */
export function useSampleCompany() {
  const { sample, home, current } = useOrganizations()
  const creation = useCommand(createSampleCompany)
  const switchTo = useSwitchOrganization()

  const explore = async () => {
    try {
      await switchTo(sample?.org_id ?? (await creation.run({})).org_id)
    } catch (error) {
      const made = error instanceof ApiError && error.code === 'already_exists' ? error.details['org_id'] : undefined
      if (typeof made === 'string') return switchTo(made)
      toastFailed(error, 'Failed to create the sample company')
    }
  }
  const leave = async () => {
    if (home) await switchTo(home.org_id)
  }
  const remove = async () => {
    if (!sample || !home) return
    const agreed = await confirm({
      title: 'Remove the sample company?',
      text: `${sample.name} and everything in it will be permanently deleted. ${home.name} isn’t affected. You can create a new sample company at any time.`,
      confirmLabel: 'Remove sample company',
      danger: true,
    })
    if (!agreed) return
    // It can only be removed from outside.
    if (current?.org_id === sample.org_id) await leave()
    try {
      await act(removeSampleCompany, {})
      toastDone('Sample company removed')
    } catch (error) {
      toastFailed(error, 'Failed to remove the sample company')
    }
  }
  return {
    sample,
    home,
    isHere: current?.is_sample === true,
    mayRemove: sample?.role === 'owner',
    explore,
    isCreating: creation.pending,
    leave,
    remove,
  }
}
