import { createApiKeyCommand } from './create-api-key.ts'
import { listApiKeysQuery } from './queries.ts'
import { revokeApiKeyCommand } from './revoke-api-key.ts'

export const apiKeyRoutes = [listApiKeysQuery, createApiKeyCommand, revokeApiKeyCommand]
