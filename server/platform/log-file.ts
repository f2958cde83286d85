import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'

/** One log of about this size, and the one before it. */
const limit_bytes = 10 * 1024 * 1024
/** What is logged before the data folder is known waits here; a start writes some thirty lines. */
const longestWait_lines = 1_000
const warning = 40

export type LogFile = DestinationStream & {
  /** Begins to write to `onhand.log` in this folder, with what was logged until now, and answers its path. */
  open(folder: string): string
}

/**
 * The log of a server that somebody started at a terminal: the JSON lines go to a file, and what needs attention is said in words, too.
 * The file is the server user's alone, and turned over when it is 10 MB large.
 */
export function createLogFile(say: (words: string) => void): LogFile {
  const waiting: string[] = []
  let file: { path: string; fd: number; bytes: number } | null = null

  const openAt = (path: string) => {
    const fd = openSync(path, 'a', 0o600)
    return { path, fd, bytes: fstatSync(fd).size }
  }
  const append = (line: string) => {
    if (!file) return
    if (file.bytes > limit_bytes) {
      closeSync(file.fd)
      renameSync(file.path, `${file.path}.1`)
      file = openAt(file.path)
    }
    file.bytes += writeSync(file.fd, line)
  }
  return {
    write(line) {
      if (levelOf(line) >= warning) say(inWords(line))
      if (file) append(line)
      else if (waiting.length < longestWait_lines) waiting.push(line)
    },
    open(folder) {
      file = openAt(join(folder, 'onhand.log'))
      for (const line of waiting.splice(0)) append(line)
      return file.path
    },
  }
}

/** Every line begins with its level. */
function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}

type LogLine = { level: number; time: number; msg?: string; err?: { message?: string } }

/** `14:05:02 Warning: an e-mail was not sent` */
function inWords(line: string): string {
  const { level, time, msg = '', err } = JSON.parse(line) as LogLine
  const what = level > warning ? 'Error' : 'Warning'
  const why = err?.message ? ` (${err.message})` : ''
  return `${new Date(time).toTimeString().slice(0, 8)} ${what}: ${msg}${why}`
}
