import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from '../contract/endpoint.ts'
import { keyPermissions, mayDo, permissions, roles } from '../contract/permissions.ts'
import { allEndpoints } from '../server/testing/all-endpoints.ts'

// `node tools/permission-matrix.ts` writes the matrix of roles and permissions into docs/security.md, from the contract
// itself.

const file = join(import.meta.dirname, '../docs/security.md')
const [begin, end] = ['<!-- matrix: written by tools/permission-matrix.ts -->', '<!-- end of the matrix -->']

/** The matrix as Markdown: who holds each permission, and what is open to everyone. */
export function permissionMatrix(): string {
  const mark = (holds: boolean) => (holds ? 'yes' : '–')
  const rows = permissions.map((permission) => {
    const holders = [...roles.map((role) => mark(mayDo(role, permission))), mark(keyPermissions.includes(permission))]
    return `| \`${permission}\` | ${holders.join(' | ')} |`
  })
  const open = allEndpoints
    .filter(({ access }) => access === 'anyone')
    .map((one) => `\`${one.method} ${addressOf(one)}\``)
  return [
    `| permission | ${roles.join(' | ')} | API key |`,
    `| --- | ${roles.map(() => '---').join(' | ')} | --- |`,
    ...rows,
    '',
    `Without a sign-in: ${open.join(', ')}.`,
  ].join('\n')
}

/** The matrix in docs/security.md. */
export function writtenMatrix(): string {
  const text = readFileSync(file, 'utf8')
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
}

if (import.meta.main) {
  const text = readFileSync(file, 'utf8')
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))]
  writeFileSync(file, `${before}\n\n${permissionMatrix()}\n\n${after}`)
  console.log('docs/security.md has the current matrix.')
}
