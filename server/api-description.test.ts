import { expect, test } from 'vitest'
import { errorStatus } from '../contract/errors.ts'
import { apiLines } from './testing/api-lines.ts'
import { sharedApp } from './testing/app.ts'

const { url } = await sharedApp()

// For an intended change: "npx vitest run server/api-description.test.ts -u", and commit the difference with it.
test('operations, parameters, fields, permissions and error codes of the API are those of contract/api.txt', async () => {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Record<string, unknown>
  const errors = Object.entries(errorStatus).map(([code, status]) => `error ${code} ${status}`)
  await expect(`${[...apiLines(document), ...errors.sort()].join('\n')}\n`).toMatchFileSnapshot('../contract/api.txt')
})
