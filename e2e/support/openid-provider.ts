import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/**
 * An OpenID provider on another site (127.0.0.1, not localhost), where someone is signed in and agrees to everything.
 */
export async function openIdProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }
  const person = { sub: randomBytes(8).toString('hex'), email: `${randomBytes(6).toString('hex')}@example.com` }
  const nonces = new Map<string, string>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer())
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const asked = url.searchParams
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: issuer(),
          authorization_endpoint: `${issuer()}/authorize`,
          token_endpoint: `${issuer()}/token`,
          jwks_uri: `${issuer()}/keys`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/keys':
        return json({ keys: [jwk] })
      case '/authorize': {
        const code = randomBytes(8).toString('hex')
        nonces.set(code, asked.get('nonce') ?? '')
        const back = new URL(asked.get('redirect_uri') ?? '')
        const state = asked.get('state') ?? ''
        if (asked.get('response_mode') === 'form_post') {
          const fields = Object.entries({ code, state }).map(
            ([name, value]) => `<input name="${name}" value="${value}">`,
          )
          const form = `<form method="post" action="${back.href}">${fields.join('')}</form><script>document.forms[0].submit()</script>`
          return response.writeHead(200, { 'content-type': 'text/html' }).end(form)
        }
        back.search = new URLSearchParams({ code, state }).toString()
        return response.writeHead(302, { location: back.href }).end()
      }
      default:
        return void text(request).then(async (body) => {
          const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '')
          const id_token = await new SignJWT({ email: person.email, email_verified: true, nonce })
            .setProtectedHeader({ alg: 'RS256', kid: 'one' })
            .setIssuer(issuer())
            .setAudience('onhand')
            .setSubject(person.sub)
            .setIssuedAt()
            .setExpirationTime('5m')
            .sign(privateKey)
          json({ access_token: 'unused', token_type: 'Bearer', id_token })
        })
    }
  })
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { issuer: issuer(), email: person.email, close: () => void server.close() }
}
