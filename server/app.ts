import { dirname } from 'node:path'
import compress from '@fastify/compress'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { limits } from '../contract/limits.ts'
import { mountDocumentation } from './api-documentation.ts'
import { apiKeyVerifier } from './api-keys/authenticate.ts'
import { sealTargets, type SealAddresses } from './audit-trail/seal-targets.ts'
import { mountFiles, type FileServices } from './files/serve-files.ts'
import { diskStorage } from './files/storage.ts'
import { rememberingVerifier } from './identity/authenticate.ts'
import { createFeedWaits, type FeedWaits } from './feed/feed-waits.ts'
import { startHourlyWork } from './hourly-work.ts'
import { mountHealth } from './health.ts'
import type { IdentityConfig } from './identity/config.ts'
import { verifyFilePass } from './identity/file-pass.ts'
import { createPasswords, type Passwords } from './identity/passwords.ts'
import { createMailQueue, type MailQueue } from './identity/send-mails.ts'
import { registerIdentity } from './register-identity.ts'
import { loadSigningKeys, type SigningKeys } from './identity/signing-keys.ts'
import { outboxHandlers } from './outbox-handlers.ts'
import { logRequests } from './log-requests.ts'
import type { Database } from './platform/db.ts'
import { createEvents } from './platform/events.ts'
import { createGroups, type Groups } from './platform/groups.ts'
import { mountEndpoints, requestId } from './platform/http.ts'
import { answerError, installErrorHandler } from './platform/http-errors.ts'
import type { Mailer } from './platform/mail.ts'
import { refuseUnrouted } from './platform/other-methods.ts'
import { createPages } from './platform/outside/pages.ts'
import { send } from './platform/outside/send.ts'
import { publicRules, type OutsideRules } from './platform/outside/rules.ts'
import { createOutbox, type Outbox } from './platform/outbox.ts'
import { installBodyParsers } from './platform/read-input.ts'
import { createPlannerStatistics } from './platform/planner-statistics.ts'
import { refuseEarly } from './platform/refuse-early.ts'
import { serveRoundRobin } from './platform/round-robin.ts'
import { createRowStreams } from './platform/row-streams.ts'
import type { Secrets } from './platform/secrets.ts'
import { securityHeaders, setSecurityHeaders } from './platform/security-headers.ts'
import { createSequencer, type Sequencer } from './platform/sequencer.ts'
import { stopGently } from './platform/stop-gently.ts'
import { createSharedReads } from './platform/shared-reads.ts'
import { idleSweeper } from './platform/sweeper.ts'
import { loadPushKeys, type PushKeys } from './push/push-keys.ts'
import { createPushQueue, type PushQueue } from './push/send-push.ts'
import { mountEventStream } from './platform/server-sent-events.ts'
import { warnAboutProxy } from './platform/warn-about-proxy.ts'
import { allRoutes } from './routes.ts'
import { answerUnreadableRequest, answerWithPage, isSharedAddress, mountSharedPages } from './sharing/pages.ts'
import { createDeliverer, type Deliverer, type Send } from './webhooks/deliverer.ts'
import type { WebhookServices } from './webhooks/services.ts'
import { mountWebApp } from './web-app.ts'

export type AppOptions = {
  db: Database
  secrets: Secrets
  siteUrl: string
  identity: IdentityConfig
  /** Hashes passwords at a lower cost; only for tests. */
  passwords?: Passwords
  /** The folder for uploaded pictures. */
  filesDir: string
  trustedProxies?: string[]
  /** Nothing is logged without one. */
  log?: FastifyBaseLogger
  /** Where requests on a user's behalf may go: the internet. Only tests pass other rules. */
  outside?: OutsideRules
  /** False: webhooks, push messages, emails and seals wait in the database, for a copy of a server. True if omitted. */
  outgoing?: boolean
  /** Hands emails to a mail server; omitted if there is none. */
  mailer?: Mailer | null
  /** Hands over account emails; by default `mailer`. Only tests pass another. */
  accountMailer?: Mailer | null
  /** Where seals of the audit trail are sent besides the log; omitted: nowhere. */
  seals?: SealAddresses
  /** The built web application; omitted if there is none (API tests). */
  webDir?: string
  /** Whether commands that arrive together may run in one transaction; true if omitted. */
  groupPosting?: boolean
  /** Multiplies how long such groups wait; only for tests. */
  groupPatience?: number
  /** Whether the recurring work is started; true if omitted. Most tests start it themselves. */
  recurringWork?: boolean
  /** How long a server that is asked to stop still serves requests, for a proxy to notice; not at all if omitted. */
  drainMs?: number
  /** The token that `GET /metrics` requires; without one, there is no such address. */
  metricsToken?: string | null
  /** Identifies the folder of the embedded database: a restored copy is in another one. */
  databaseFolderId?: string
}

export type App = {
  http: FastifyInstance
  outbox: Outbox
  sequencer: Sequencer
  /** Undefined if each command runs alone. */
  groups: Groups | undefined
  deliverer: Deliverer
  mails: MailQueue | null
  push: PushQueue
}

/** The entire server on a migrated database, not yet listening. Closing `http` closes everything but the database. */
// oxlint-disable-next-line max-lines-per-function -- what is made, in the order of what needs what
export async function buildApp(options: AppOptions): Promise<App> {
  const { db, identity, secrets, outgoing = true, recurringWork = true } = options
  const keys = await loadSigningKeys(db, secrets, identity)
  const pushKeys = await loadPushKeys(db, secrets, contactOf(identity))
  const http = openHttp(options)
  logRequests(http)
  const refuseWhileStopping = stopGently(http, options.drainMs ?? 0)
  const events = createEvents(db, http.log)
  const statistics = createPlannerStatistics(db, http.log)
  const accountMailer = options.accountMailer === undefined ? options.mailer : options.accountMailer
  const mails = mailsOf(options, accountMailer, http.log)
  const canMail = mails !== null
  const rowStreams = createRowStreams(db)
  http.addHook('preClose', async () => rowStreams.close())
  const storage = diskStorage(options.filesDir)
  const sequencer = createSequencer(db, options.databaseFolderId ?? '', http.log)
  const feedWaits = createFeedWaits(db, sequencer)
  http.addHook('preClose', async () => feedWaits.close())
  const rules = options.outside ?? publicRules
  const push = outgoing ? createPushQueue({ db, secrets, keys: pushKeys, rules, log: http.log }) : idleSweeper
  const outbox = createOutbox(
    db,
    outboxHandlers(storage, { canMail }),
    (org_id, nouns) => {
      sequencer.poke(org_id)
      events.publish(org_id, nouns)
      push.poke()
    },
    http.log,
  )
  const groups =
    options.groupPosting === false
      ? undefined
      : createGroups(
          db,
          (org_id, commands) => {
            outbox.poke()
            sequencer.poke(org_id)
            events.publish(org_id, [...new Set(commands.flatMap(({ endpoint }) => endpoint.changes))])
          },
          http.log,
          options.groupPatience,
        )
  const sending: Send = (...request) => send(rules, ...request)
  const delivery = { db, secrets, siteUrl: options.siteUrl, send: sending, log: http.log, outbox }
  const deliverer = outgoing ? createDeliverer(delivery, sequencer) : idleSweeper
  const webhooks = { secrets, rules, siteUrl: options.siteUrl, send: sending, deliverer }
  const services: FileServices = {
    db,
    events,
    outbox,
    sequencer,
    statistics,
    log: http.log,
    groups,
    sharedReads: createSharedReads(db),
    rowStreams,
    storage,
    ...rememberingVerifier(keys),
    verifyApiKey: apiKeyVerifier(db, identity.rates.apiKey),
    verifyFilePass: (cookies) => verifyFilePass(cookies, keys),
  }
  const seals = outgoing ? sealTargets(options.seals ?? { mail: null, webhook: null }, accountMailer ?? null) : []
  const work = { db, storage, keys, seals, log: http.log, canMail, publish: events.publish, groups }
  const hourly = recurringWork ? startHourlyWork(work) : null
  http.addHook('onClose', async () => {
    await outbox.close()
    await deliverer.close()
    await sequencer.close()
    await push.close()
    await statistics.close()
    await mails?.close()
    await hourly?.close()
    await events.close()
  })

  try {
    await mountAll(http, services, options, { keys, mails, feedWaits, pushKeys, webhooks })
    refuseWhileStopping()
  } catch (error) {
    await http.close()
    throw error
  }
  return { http, outbox, sequencer, groups, deliverer, mails, push }
}

/** How requests are read, limited and logged; no route is mounted yet. */
function openHttp(options: Pick<AppOptions, 'log' | 'trustedProxies'>): FastifyInstance {
  return fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: false }),
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply)
      void (isSharedAddress(request.url) ? answerWithPage : answerError)(error, request, reply)
    },
    clientErrorHandler: answerUnreadableRequest,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: limits.requestBodyBytes,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    requestTimeout: 60_000,
    // Our own hook responds then, in the standard error format (stop-gently.ts).
    return503OnClosing: false,
    // Event streams never end by themselves: they are ended first (preClose), then open requests may finish.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
}

type MountedServices = {
  keys: SigningKeys
  mails: MailQueue | null
  feedWaits: FeedWaits
  pushKeys: PushKeys
  webhooks: WebhookServices
}

async function mountAll(
  http: FastifyInstance,
  services: FileServices,
  options: AppOptions,
  { keys, mails, feedWaits, pushKeys, webhooks }: MountedServices,
): Promise<void> {
  warnAboutProxy(http)
  installErrorHandler(http)
  installBodyParsers(http)
  securityHeaders(http)
  const metrics = await metricsOf(http, services, options)
  await http.register(compress, { threshold: 2_048, encodings: ['br', 'gzip'] })
  // One per process: its queue limits how many passwords are hashed at once.
  const passwords = options.passwords ?? createPasswords()
  const { db, identity: config, secrets } = options
  await registerIdentity(http, { db, config, keys, secrets, mails, passwords })
  mountEventStream(http, services)
  const routes = allRoutes({
    storage: services.storage,
    pages: createPages(options.outside ?? publicRules, http.log, hostOf(options.siteUrl)),
    mailer: (options.outgoing !== false && options.mailer) || null,
    feedWaits,
    webhooks,
    invitations: { secrets, siteUrl: config.siteUrl, canMail: mails !== null },
    siteUrl: config.siteUrl,
    account: {
      db,
      passwords,
      passwordRate: config.rates.passwordByAccount,
      canMail: mails !== null,
      sessionLife: config,
    },
    push: { secrets, keys: pushKeys },
  })
  refuseEarly(http, services, routes, metrics?.refusedEarly)
  serveRoundRobin(http, services)
  mountEndpoints(http, services, routes)
  mountFiles(http, services)
  await mountSharedPages(http, { ...services, rates: config.rates, siteUrl: config.siteUrl })
  mountHealth(http, options.db)
  await mountDocumentation(http, routes)
  await mountWebApp(http, options.webDir, refuseUnrouted(routes.map(({ endpoint }) => endpoint)))
}

/** Without a token, their library stays unloaded. */
async function metricsOf(http: FastifyInstance, { groups }: FileServices, { db, metricsToken, filesDir }: AppOptions) {
  if (!metricsToken) return undefined
  const { mountMetrics } = await import('./metrics/mount-metrics.ts')
  return mountMetrics(http, { token: metricsToken, db, groups, dataDir: dirname(filesDir) })
}

/** None without a mailer; in a copy of a server, emails wait in the database. */
function mailsOf(options: AppOptions, mailer: Mailer | null | undefined, log: FastifyBaseLogger): MailQueue | null {
  const { db, secrets, identity, outgoing = true } = options
  if (!mailer) return null
  if (!outgoing) return idleSweeper
  return createMailQueue(db, mailer, { siteUrl: identity.siteUrl, secrets }, log)
}

/** The contact for push services (RFC 8292, 2.1): some refuse an unreachable address. */
function contactOf({ siteUrl }: IdentityConfig): string {
  return siteUrl.startsWith('https:') ? siteUrl : 'mailto:onhand@example.com'
}

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).hostname
}
