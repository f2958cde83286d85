// What screens need of the API. Signing in needs only reads (`use-read.ts`), so it doesn't load the rest.
export { ApiError, messageOf } from './api-error.ts'
export { call, download } from './call.ts'
export { useCommand } from './use-command.ts'
export { arrivedOf, type ItemOf, type ReadOptions, useRead } from './use-read.ts'
