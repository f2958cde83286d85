import { limits } from '../../contract/limits.ts'

/** What a developer must know before the first request, as Markdown. The guide has an example of each. */
export const introduction = `
Everything that people do in Onhand, programs can do as well. **[Read the guide first](/api/guide)**: it has an example
for each of these points.

- **[Keys](/api/guide#keys).** Send \`Authorization: Bearer onh_…\`. An owner or admin creates keys in Settings → API Keys.
  A key works in one organization, has the permissions it was given and never more than its creator, and can be limited
  to locations. Each operation names its permission.
- **[Repeating requests](/api/guide#repeating-requests).** Choose the \`id\` of what you create, or send an
  \`Idempotency-Key\`. The same request again returns the first response and does nothing twice.
- **[Versions](/api/guide#versions-and-conflicts).** An update sends the \`version\` that was read. If someone else has
  saved since, it is refused with 409 \`conflict\` and the current record.
- **[Errors](/api/guide#errors).** Every refusal is \`{"error": {"code", "message", …}}\`, and has changed nothing.
  Programs use the code.
- **[Lists](/api/guide#lists).** Pages of at most ${limits.pageSizeMax}. Send \`next\` as \`cursor\` until it is null.
- **[Numbers](/api/guide#numbers).** JSON numbers, exact, with at most 15 digits. Amounts are in the organization’s currency.
- **[Days and times](/api/guide#days-and-times).** Moments are UTC; days are those of the organization’s time zone.
- **[Limits](/api/guide#limits).** ${limits.apiKeyRequestsPerMinute} requests a minute per key. After 429 and 503, wait for the seconds in \`Retry-After\`.
- **[The feed](/api/guide#the-feed) and [webhooks](/api/guide#webhooks)** tell you what happened, in order.
`.trim()
