/** Texts fixed by others, by file: the check for plain words ignores them. */
export const quotedTexts: Readonly<Record<string, readonly string[]>> = {
  'docs/operations/data-folder.md': ['`nobody`'],
  'docs/spec-coverage.md': ['### 1. What the product does and for whom'],
  'server/identity/common-passwords.txt': ['nobody', 'somebody', 'anybody'],
  'server/platform/postgres/server-user.ts': ["passwdEntry('nobody')", 'a "nobody" account'],
  'web/app/commands.ts': ['phone e-mail time zone', 'profile e-mail'],
}
