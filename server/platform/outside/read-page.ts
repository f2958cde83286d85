import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, request, type Dispatcher } from 'undici'
import { limits } from '../../../contract/limits.ts'
import type { OutsideRules } from './rules.ts'

/** A page as it was read: its text (at most a megabyte of it) and where it was in the end. */
export type OutsidePage = { text: string; url: string }

/** Why a page was not read. For the log: who asked learns only that it was not. */
export class NotReadable extends Error {}

/**
 * Reads a page of somebody else's on a user's behalf. Every address that a name has is checked, the connection goes to one of the
 * addresses that were checked (the name is not looked up again), and every redirect, of three at most, starts over. http and https on
 * their own ports, no password in the address, no cookies, no referrer; `outsideSeconds` for all of it, a megabyte after unpacking.
 * Throws NotReadable, or whatever the connection failed with.
 */
export async function readPage(address: string, rules: OutsideRules): Promise<OutsidePage> {
  const signal = AbortSignal.timeout(limits.outsideSeconds * 1_000)
  let url = parsed(address)
  for (let redirects = 0; redirects <= limits.outsideRedirects; redirects++) {
    const checked = await checkedAddresses(url, rules, signal)
    const agent = agentFor(checked)
    try {
      const answer = await request(url, { dispatcher: agent, method: 'GET', headers: askingHeaders, signal })
      // Ended below, also where nobody reads it: that is no error of anybody's.
      answer.body.on('error', () => {})
      const next = redirectOf(answer, url)
      if (!next) return { text: await textOf(answer, signal), url: url.href }
      url = next
    } finally {
      // What is still coming, of this answer or of a redirect's body, nobody reads.
      await agent.destroy()
    }
  }
  throw new NotReadable('too many redirects')
}

const askingHeaders = {
  'user-agent': 'Mozilla/5.0 (compatible; Onhand price check)',
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
}

/** One parser for addresses, the one that the connection is made with: it turns 2130706433 and 0x7f.1 into 127.0.0.1. */
function parsed(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new NotReadable('not an address')
  return new URL(address, base)
}

async function checkedAddresses(url: URL, rules: OutsideRules, signal: AbortSignal): Promise<string[]> {
  if (!['http:', 'https:'].includes(url.protocol)) throw new NotReadable(`not a page: ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw new NotReadable('an address with a password')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!rules.mayUsePort(port)) throw new NotReadable(`port ${port}`)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(hostname) ? [hostname] : await rules.resolve(hostname, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new NotReadable('an unknown name')
  const forbidden = addresses.find((one) => !rules.mayConnect(one))
  if (forbidden !== undefined) throw new NotReadable(`the address ${forbidden}`)
  return addresses
}

/** Connections of this agent go to the addresses that were checked, whatever the name servers say by now. */
function agentFor(addresses: readonly string[]): Agent {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_hostname, options, done) => {
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? '', first?.family)
  }
  return new Agent({
    connect: { lookup, timeout: 3_000, autoSelectFamily: true },
    connections: 1,
    allowH2: false,
    maxHeaderSize: 32_768,
  })
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null
  const { location } = headers
  if (typeof location !== 'string') throw new NotReadable('a redirect to nowhere')
  return parsed(location, url)
}

async function textOf({ statusCode, headers, body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<string> {
  if (statusCode !== 200) throw new NotReadable(`status ${statusCode}`)
  const type = String(headers['content-type'] ?? '')
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type))
    throw new NotReadable(`content type ${type.slice(0, 100)}`)
  const bytes = await firstBytes(unpacked(body, String(headers['content-encoding'] ?? 'identity')), signal)
  const charset = /charset="?([\w-]{1,40})/i.exec(type)?.[1]
  return decoded(bytes, charset)
}

function unpacked(body: Readable, encoding: string): Readable {
  const passOn = <S extends Readable & NodeJS.WritableStream>(stream: S) => {
    body.on('error', (error) => stream.destroy(error))
    return body.pipe(stream)
  }
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return body
    case 'gzip':
    case 'x-gzip':
      return passOn(createGunzip())
    case 'deflate':
      return passOn(createInflate())
    case 'br':
      return passOn(createBrotliDecompress())
    default:
      throw new NotReadable(`encoding ${encoding.slice(0, 100)}`)
  }
}

/** The first megabyte, counted while it is unpacked: what a page says about itself comes early, and sizes that are declared may lie. */
async function firstBytes(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left: number = limits.outsideBytes
  const stop = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', stop)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left))
      left -= Math.min(chunk.length, left)
      if (left === 0) break
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return Buffer.concat(chunks)
}

function decoded(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes)
  } catch {
    // A charset that does not exist: names and prices are ASCII nearly always.
    return new TextDecoder().decode(bytes)
  }
}
