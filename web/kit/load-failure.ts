/**
 * The error of a field whose options couldn't be loaded: only if nothing is chosen and there are no options. A filled
 * field stays valid if a background refetch fails.
 */
export function loadFailure(
  read: Readonly<{ isError: boolean; data: unknown }>,
  value: string | null | undefined,
  error: string,
): { error?: string } {
  return read.isError && read.data === undefined && !value ? { error } : {}
}
