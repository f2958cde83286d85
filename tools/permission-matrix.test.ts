import { expect, test } from 'vitest'
import { keyPermissions, mayDo, permissions, reaches, roles } from '../contract/permissions.ts'
import { permissionMatrix, writtenMatrix } from './permission-matrix.ts'

test('the matrix in docs/security.md matches the contract (node tools/permission-matrix.ts writes it)', () => {
  expect(cellsOf(writtenMatrix())).toEqual(cellsOf(permissionMatrix()))
})

/** The formatter aligns tables: only the cells' content counts. */
function cellsOf(matrix: string): string[][] {
  return matrix
    .split('\n')
    .filter((line) => !/^[\s|:-]*$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

test('each role has every permission of the roles below it, and reaches them', () => {
  for (const [index, role] of roles.entries())
    for (const lower of roles.slice(index)) {
      expect([role, lower, permissions.filter((one) => mayDo(lower, one) && !mayDo(role, one))]).toEqual([
        role,
        lower,
        [],
      ])
      expect([role, lower, reaches(role, lower)]).toEqual([role, lower, true])
      expect([lower, role, reaches(lower, role)]).toEqual([lower, role, lower === role])
    }
})

test('no permission that changes people, keys or ownership can be given to an API key', () => {
  expect(
    keyPermissions.filter((permission) => /^(account|members|api_keys)\.|^organization\.write/.test(permission)),
  ).toEqual([])
  expect(permissions.filter((permission) => permission.endsWith('.write') && mayDo('viewer', permission))).toEqual([
    'account.write',
  ])
})
