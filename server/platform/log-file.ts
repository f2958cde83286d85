import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'

/** One log of about this size, and the previous one. */
const limitBytes = 10 * 1024 * 1024
/** Lines logged before the data folder is known are buffered here; a start writes some thirty lines. */
const longestWait_lines = 1_000
const warning = 40

type OpenFile = { path: string; fd: number; bytes: number }

export type LogFile = DestinationStream & {
  /** Begins to write to `onhand.log` in this folder, including the buffered lines, and returns its path. */
  open(folder: string): string
}

/**
 * The log of a server that was started at a terminal: the JSON lines go to a file, and what needs attention is also
 * printed in words. Only the server's user can read the file, and it is rotated at 10 MB. Lines that don't fit on the
 * disk are lost and counted.
 */
export function createLogFile(say: (words: string) => void): LogFile {
  const waiting: string[] = []
  let file: OpenFile | null = null

  /** Lines lost to a full disk, and whether the last of them was written in part. */
  let lost = 0
  let isTorn = false

  const openAt = (path: string) => {
    const fd = openSync(path, 'a', 0o600)
    return { path, fd, bytes: fstatSync(fd).size }
  }
  const rotate = (old: OpenFile) => {
    // It is gone already if only the new one couldn't be created.
    if (existsSync(old.path)) renameSync(old.path, `${old.path}.1`)
    const next = openAt(old.path)
    closeSync(old.fd)
    return next
  }
  const put = (to: OpenFile, line: string) => {
    const bytes = Buffer.from(isTorn ? `\n${line}` : line)
    const written = writeSync(to.fd, bytes)
    to.bytes += written
    isTorn = written < bytes.length
    if (isTorn) throw new Error('no room for a whole line')
  }
  const append = (line: string) => {
    if (!file) return
    try {
      if (file.bytes > limitBytes) file = rotate(file)
      if (lost > 0) put(file, lostLine(lost))
      lost = 0
      put(file, line)
    } catch (error) {
      // A full disk costs log lines, never a request or the server.
      if (lost === 0) say(inWords(lostLine(1, error as Error)))
      lost += 1
    }
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

/** Written in place of lost lines, as soon as there is space again. */
function lostLine(lines: number, error?: Error): string {
  const err = error && { message: error.message }
  return `${JSON.stringify({ level: warning, time: Date.now(), lines, err, msg: 'the log could not be written' })}\n`
}

/** Every line begins with its level. */
function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}

type LogLine = { level: number; time: number; msg?: string; err?: { message?: string } }

/** `14:05:02 Warning: an email was not sent` */
function inWords(line: string): string {
  const { level, time, msg = '', err } = JSON.parse(line) as LogLine
  const what = level > warning ? 'Error' : 'Warning'
  const why = err?.message ? ` (${err.message})` : ''
  return `${new Date(time).toTimeString().slice(0, 8)} ${what}: ${msg}${why}`
}
