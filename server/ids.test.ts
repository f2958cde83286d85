import { expect, test } from 'vitest'
import { checkInput } from '../contract/check-input.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { fieldsOf, validInput, withValue } from './testing/endpoint-inputs.ts'

const small = '0b1c2d3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e'

test('ids can be written in capitals: every endpoint normalizes them', () => {
  const looked = allEndpoints.flatMap((endpoint) =>
    fieldsOf(endpoint)
      .filter(({ schema }) => schema.format === 'uuid')
      .map((field) => {
        const ids = () => small
        const input = withValue(endpoint, validInput(endpoint, ids), field, small.toUpperCase(), ids)
        const { data, fields } = checkInput(endpoint.input, input)
        const written = JSON.stringify(data ?? fields)
        return { endpoint: endpoint.name, field: field.path.join('.'), written }
      }),
  )
  expect(looked.filter(({ written }) => written.includes(small.toUpperCase()))).toEqual([])
  expect(looked.filter(({ written }) => written.includes(small)).length).toBeGreaterThan(60)
})
