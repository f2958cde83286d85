import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { limits } from '../../../contract/limits.ts'
import type { OutsideRules } from './rules.ts'
import { agentFor, checkedAddresses, NotReachable, parsed, targetOf } from './target.ts'

/** A page that was read: its text (at most a megabyte) and its final address. */
export type OutsidePage = { text: string; url: string }

/**
 * Reads a third party's page on a user's behalf. Every address of the host name is checked, the connection goes to one
 * of the checked addresses (the name isn't looked up again), and every redirect, three at most, starts over. http and
 * https on their standard ports, no password in the address, no cookies, no referrer; `outsideSeconds` in total, a
 * megabyte after decompression. Throws NotReachable, or the error of the connection.
 */
export async function readPage(address: string, rules: OutsideRules): Promise<OutsidePage> {
  const signal = AbortSignal.timeout(limits.outsideSeconds * 1_000)
  let url = parsed(address)
  for (let redirects = 0; redirects <= limits.outsideRedirects; redirects++) {
    const checked = await checkedAddresses(url, rules, signal)
    const agent = await agentFor(checked)
    try {
      const answer = await agent.request({ ...targetOf(url), method: 'GET', headers: askingHeaders, signal })
      // Ended below, even if unread: that isn't an error.
      answer.body.on('error', () => {})
      const next = redirectOf(answer, url)
      if (!next) return { text: await textOf(answer, signal), url: url.href }
      url = next
    } finally {
      // The rest of this response, or of a redirect's body, isn't read.
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
 * The first megabyte, counted during decompression: a page's own description comes early, and declared sizes may be
 * false.
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
    // An unknown charset: names and prices are almost always ASCII.
    return new TextDecoder().decode(bytes)
  }
}
