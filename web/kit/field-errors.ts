/** Splits a refusal's fields into those the form shows and messages without a field. */
export function sortErrors(
  fields: Record<string, string>,
  shown: (path: string) => boolean,
): { beside: Record<string, string>; loose: string[] } {
  const beside = Object.fromEntries(Object.entries(fields).filter(([path]) => shown(path)))
  const loose = Object.entries(fields)
    .filter(([path]) => !shown(path))
    .map(([, text]) => text)
  return { beside, loose }
}
