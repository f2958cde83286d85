import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { request, type Dispatcher } from 'undici'
import { limits } from '../../../contract/limits.ts'
import type { OutsideRules } from './rules.ts'
import { agentFor, checkedAddresses, NotReachable, parsed } from './target.ts'

/** A page as it was read: its text (at most a megabyte of it) and where it was in the end. */
export type OutsidePage = { text: string; url: string }

/**
 * Reads a page of someone else's on a user's behalf. Every address that a name has is checked, the connection goes to
 * one of the addresses that were checked (the name is not looked up again), and every redirect, of three at most,
 * starts over. http and https on their own ports, no password in the address, no cookies, no referrer; `outsideSeconds`
 * for all of it, a megabyte after unpacking. Throws NotReachable, or whatever the connection failed with.
 */
export async function readPage(address: string, rules: OutsideRules): Promise<OutsidePage> {
  const signal = AbortSignal.timeout(limits.outsideSeconds * 1_000)
  let url = parsed(address)
  for (let redirects = 0; redirects <= limits.outsideRedirects; redirects++) {
    const checked = await checkedAddresses(url, rules, signal)
    const agent = agentFor(checked)
    try {
      const answer = await request(url, { dispatcher: agent, method: 'GET', headers: askingHeaders, signal })
      // Ended below, also where no one reads it: that is no error of anyone's.
      answer.body.on('error', () => {})
      const next = redirectOf(answer, url)
      if (!next) return { text: await textOf(answer, signal), url: url.href }
      url = next
    } finally {
      // What is still coming, of this answer or of a redirect's body, no one reads.
      await agent.destroy()
    }
  }
  throw new NotReachable('too many redirects')
}

const askingHeaders = {
  'user-agent': 'Mozilla/5.0 (compatible; Onhand price check)',
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null
  const { location } = headers
  if (typeof location !== 'string') throw new NotReachable('a redirect to nowhere')
  return parsed(location, url)
}

async function textOf({ statusCode, headers, body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<string> {
  if (statusCode !== 200) throw new NotReachable(`status ${statusCode}`)
  const type = String(headers['content-type'] ?? '')
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type))
    throw new NotReachable(`content type ${type.slice(0, 100)}`)
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
      throw new NotReachable(`encoding ${encoding.slice(0, 100)}`)
  }
}

/**
 * The first megabyte, counted while it is unpacked: what a page says about itself comes early, and sizes that are
 * declared may lie.
 */
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
