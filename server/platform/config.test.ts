import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('the mail server', () => {
  const mail = (env: NodeJS.ProcessEnv) => readConfig(env, '/').mail

  test('is none by default, and its address says whose e-mails these are', () => {
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

  test('has one address that e-mails come from', () => {
    expect(() => mail({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example, c@d.example' })).toThrow(
      /^MAIL_FROM must be/,
    )
  })
})

test('the log goes to a file where somebody watches, else to standard output, or where one says', () => {
  expect(readConfig({}, '/', true).logTo).toBe('file')
  expect(readConfig({}, '/').logTo).toBe('stdout')
  expect(readConfig({ LOG_TO: 'stdout' }, '/', true).logTo).toBe('stdout')
  expect(() => readConfig({ LOG_TO: 'syslog' }, '/')).toThrow('LOG_TO must be stdout or file, not "syslog".')
})
