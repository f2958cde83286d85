import type { FastifyInstance } from 'fastify'
import { refuseIdentity } from './refusals.ts'

/**
 * GoTrue features that this server doesn't offer. Each route responds that it is off, so that clients can distinguish
 * it from a wrong address.
 */
const samlRoutes = [
  ['POST', '/sso'],
  ['GET', '/sso/saml/metadata'],
  ['POST', '/sso/saml/acs'],
  ['GET', '/admin/sso/providers'],
  ['POST', '/admin/sso/providers'],
] as const

const oauthServerRoutes = [
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/clients/register'],
  ['GET', '/oauth/authorizations/:id'],
  ['POST', '/oauth/authorizations/:id/consent'],
  ['GET', '/user/oauth/grants'],
  ['DELETE', '/user/oauth/grants'],
  ['GET', '/admin/oauth/clients'],
  ['POST', '/admin/oauth/clients'],
  ['GET', '/admin/oauth/clients/:id'],
  ['PUT', '/admin/oauth/clients/:id'],
  ['DELETE', '/admin/oauth/clients/:id'],
  ['POST', '/admin/oauth/clients/:id/regenerate_secret'],
  ['GET', '/.well-known/oauth-authorization-server'],
] as const

const customProviderRoutes = [
  ['GET', '/admin/custom-providers'],
  ['POST', '/admin/custom-providers'],
  ['GET', '/admin/custom-providers/:id'],
  ['PUT', '/admin/custom-providers/:id'],
  ['DELETE', '/admin/custom-providers/:id'],
] as const

export function addOffRoutes(scope: FastifyInstance): void {
  for (const [method, url] of samlRoutes)
    scope.route({ method, url, handler: () => refuseIdentity('saml_provider_disabled') })
  for (const [method, url] of oauthServerRoutes)
    scope.route({ method, url, handler: () => refuseIdentity('feature_disabled', 'OAuth server is disabled') })
  for (const [method, url] of customProviderRoutes)
    scope.route({
      method,
      url,
      handler: () => refuseIdentity('feature_disabled', 'Providers are set in the environment'),
    })
}
