import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('the mail server', () => {
  const mail = (env: NodeJS.ProcessEnv) => readConfig(env, '/').mail

  test('is optional, and its URL names the sender', () => {
    expect(mail({})).toBeNull()
    const smtpUrl = 'smtps://office%40shop.example:secret@mail.example'
    expect(mail({ SMTP_URL: smtpUrl })).toEqual({ smtpUrl, from: 'office@shop.example' })
    expect(mail({ SMTP_URL: smtpUrl, MAIL_FROM: 'a@b.example' })?.from).toBe('a@b.example')
    expect(mail({ SMTP_URL: 'smtp://mail.example:25' })?.from).toBe('onhand@mail.example')
    expect(mail({ SMTP_URL: 'smtp://mail.example', SITE_URL: 'https://stock.example/' })?.from).toBe(
      'onhand@stock.example',
    )
  })

  test.each(['mail.example', 'https://mail.example', 'smtp://', 'smtp:secret'])('is not %s', (SMTP_URL) => {
    expect(() => mail({ SMTP_URL })).toThrow(/^SMTP_URL must look like/)
  })

  test('has one sender address for emails', () => {
    expect(() => mail({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example, c@d.example' })).toThrow(
      /^MAIL_FROM must be/,
    )
  })
})

test('audit trail seals can only be emailed with a mail server', () => {
  const seals = (env: NodeJS.ProcessEnv) => readConfig(env, '/').seals
  expect(seals({})).toEqual({ mail: null, webhook: null })
  const mail = { AUDIT_SEAL_MAIL: 'auditor@example.com' }
  expect(seals({ ...mail, SMTP_URL: 'smtp://mail.example' }).mail).toBe('auditor@example.com')
  expect(() => seals(mail)).toThrow(/set SMTP_URL/)
  expect(() => seals({ AUDIT_SEAL_MAIL: 'no-address', SMTP_URL: 'smtp://mail.example' })).toThrow(/email address/)
  expect(() => seals({ AUDIT_SEAL_WEBHOOK: 'ftp://example.com' })).toThrow(/must look like/)
})

test('the log goes to a file at a terminal, else to standard output, unless LOG_TO is set', () => {
  expect(readConfig({}, '/', true).logTo).toBe('file')
  expect(readConfig({}, '/').logTo).toBe('stdout')
  expect(readConfig({ LOG_TO: 'stdout' }, '/', true).logTo).toBe('stdout')
  expect(() => readConfig({ LOG_TO: 'syslog' }, '/')).toThrow('LOG_TO must be stdout or file, not "syslog".')
})

test.each([
  ['PORT', '70000', 'PORT must be 0 to 65535'],
  ['PORT', 'http', 'PORT must be 0 to 65535'],
  ['SITE_URL', 'stock.example.com', 'SITE_URL must look like'],
  ['SITE_URL', 'localhost:3000', 'SITE_URL must look like'],
  ['SITE_URL', 'https://a:b@stock.example.com', 'SITE_URL must look like'],
  ['SITE_URL', 'https://example.com/stock', 'without a path'],
  ['TRUSTED_PROXIES', '10.0.0.1, proxy.example', 'TRUSTED_PROXIES must be addresses'],
  ['DATABASE_URL', 'db.example.com', 'DATABASE_URL must look like postgresql://'],
  ['DATABASE_URL', 'mysql://admin@db.example.com/onhand', 'DATABASE_URL must look like postgresql://'],
  ['DATABASE_URL', 'postgresql://admin@db.example.com', 'DATABASE_URL must look like postgresql://'],
  ['DATABASE_URL', 'postgresql:///onhand?host=/run/postgresql', 'DATABASE_URL must look like postgresql://'],
  ['DATABASE_URL', 'postgresql://db.example.com/onhand?user=admin', 'its user and password before the host'],
  ['DATABASE_URL', 'postgresql://a:b@one.example:5432,two.example:5432/onhand', 'DATABASE_URL must name one server'],
  ['DATABASE_ADMIN_URL', 'postgresql://one.example,two.example/onhand', 'DATABASE_ADMIN_URL must name one server'],
  ['ALLOW_DOWNGRADE', 'yes', 'ALLOW_DOWNGRADE must be on or off'],
  ['OUTGOING', 'no', 'OUTGOING must be on or off'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error'],
])("%s can't be %s, and the message lists what is allowed", (name, value, sentence) => {
  expect(() => readConfig({ [name]: value }, '/')).toThrow(sentence)
})

test('a password in DATABASE_URL may contain a comma, and its host may be the folder of a socket', () => {
  for (const DATABASE_URL of [
    'postgresql://admin:a,b@db.example.com:5432/onhand',
    'postgresql://admin@%2Frun%2Fpostgresql/onhand',
  ])
    expect(readConfig({ DATABASE_URL }, '/').databaseUrl).toBe(DATABASE_URL)
})

test('valid settings are used as given', () => {
  const { siteUrl, trustedProxies, logLevel } = readConfig(
    { SITE_URL: 'https://stock.example.com/', TRUSTED_PROXIES: ' 10.0.0.0/8,::1, loopback ,', LOG_LEVEL: 'warn' },
    '/',
  )
  expect({ siteUrl, trustedProxies, logLevel }).toEqual({
    siteUrl: 'https://stock.example.com',
    trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
    logLevel: 'warn',
  })
  expect(readConfig({}, '/')).toMatchObject({ siteUrl: null, trustedProxies: [], logLevel: 'info', port: 3000 })
})

test('the token for metrics is optional, too long to be guessed, and never repeated', () => {
  const token = (METRICS_TOKEN: string) => readConfig({ METRICS_TOKEN }, '/').metricsToken
  expect(readConfig({}, '/').metricsToken).toBeNull()
  expect(token('')).toBeNull()
  expect(token('12345678901234567890')).toBe('12345678901234567890')
  for (const weak of ['1234567890123456789', 'twenty characters with spaces'])
    expect(() => token(weak)).toThrow(/^METRICS_TOKEN must have at least 20 visible ASCII characters\. Use: openssl/)
})
