import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.resolve('@supabase/auth-js/package.json')))
const declarations = ['GoTrueClient', 'GoTrueAdminApi', 'lib/types', 'lib/webauthn']
  .map((name) => readFileSync(join(root, `dist/module/${name}.d.ts`), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')

/**
 * Every public method of the published client, from its own type declarations: `signUp`, `mfa.enroll`, `admin.users`.
 * Throws if a part of the client is declared in a form that this can't read, so that no method is missed.
 */
export function clientMethods(type = 'GoTrueClient', prefix = ''): string[] {
  const body = new RegExp(`(?:class|interface) ${type}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(declarations)?.[1]
  if (body === undefined) throw new Error(`there is no declaration of ${type}`)
  // Members are indented once; multi-line parameters are indented further, and private members are marked.
  const members = body.matchAll(
    /^ {4}(?:readonly )?(?!private|protected|static|constructor)([a-z]\w*)\??(\(|<|: (.*))/gm,
  )
  return [
    ...new Set(
      [...members].flatMap(([, name = '', sign, is = '']) => {
        if (sign === '(' || sign === '<' || is.startsWith('typeof ')) return [prefix + name]
        const part = /^(\w+Api);$/.exec(is)?.[1]
        if (part === undefined) throw new Error(`${type}.${name} is declared as ${is}`)
        return clientMethods(part, `${prefix}${name}.`)
      }),
    ),
  ]
}
