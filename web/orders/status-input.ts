/** The first status in the filter of both lists of orders: everything with something left to ship or receive. */
export const openOption = { value: 'open', label: 'Open' } as const

/** What the status filter of a list of orders asks the server for. */
export function statusInput<Status extends string>(value: string | undefined): { status?: Status; open?: 'true' } {
  if (!value) return {}
  return value === openOption.value ? { open: 'true' } : { status: value as Status }
}
