type Problem = Error & Partial<Record<'code' | 'syscall' | 'address' | 'hostname' | 'path', string>> & { port?: number }

/** Why a start failed, and what its operator can do about it. Errors of ours say so themselves. */
export function explainStart(raw: unknown): string {
  if (!(raw instanceof Error)) return String(raw)
  // A host name with several addresses: one error for each, and no message.
  const error: Problem = raw instanceof AggregateError ? (raw.errors[0] as Problem) : raw
  return aboutDisk(error) ?? aboutListening(error) ?? aboutConnecting(error) ?? aboutDatabase(error) ?? error.message
}

function aboutListening({ syscall, code, address, port }: Problem): string | undefined {
  if (syscall !== 'listen') return undefined
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use at ${address}. Stop the program that uses it, or choose another one with PORT.`
    case 'EACCES':
      return `This account can’t use port ${port}. Set PORT to one above 1023; a proxy can serve 80 and 443 (docs/operations/reverse-proxy.md).`
    case 'EADDRNOTAVAIL':
      return `This machine doesn’t have the address ${address}. Set HOST to one that it has, or to 0.0.0.0 for all.`
    default:
      return undefined
  }
}

function aboutConnecting({ syscall, code, hostname, address, port, message }: Problem): string | undefined {
  if (syscall === 'getaddrinfo')
    return `The host name ${hostname} has no address (${code}). Check HOST and DATABASE_URL.`
  if (syscall !== 'connect') return undefined
  const where = port === undefined ? address : `${address}:${port}`
  return `PostgreSQL can’t be reached at ${where} (${code ?? message}). Check DATABASE_URL, and that the server runs and accepts connections from here.`
}

/** Errors of your own PostgreSQL when Onhand connects to it and migrates. */
function aboutDatabase({ code, message }: Problem): string | undefined {
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL refuses the account in DATABASE_URL: ${message}. Check its name and password, and pg_hba.conf on the server.`
    case '3D000':
      return `PostgreSQL doesn’t have the database in DATABASE_URL: ${message}. Create it with createdb.`
    case '42501':
      return `The account in DATABASE_URL lacks a right: ${message}. It must be a superuser, or have CREATEROLE, own the database and, if that was restored, be a member of onhand_owner (docs/operations/external-postgresql.md).`
    case '25006':
      return `PostgreSQL can only be read: ${message}. It is a standby, or was made read-only. DATABASE_URL must always lead to the primary (docs/operations/external-postgresql.md).`
    case '53300':
      return `PostgreSQL has no connection left: ${message}. Raise max_connections (docs/operations/external-postgresql.md).`
    default:
      return undefined
  }
}

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'])

function aboutDisk({ code, syscall, path, message }: Problem): string | undefined {
  if (code === 'ENOSPC' || message.includes('No space left on device'))
    return `The disk of the data folder is full${path === undefined ? '' : ` (${path})`}. Free up space, or set ONHAND_DATA to a folder on another disk.`
  // On a read-only disk Node reports ENOENT for a folder that it should create.
  const isMissing = code === 'ENOENT' && syscall === 'mkdir'
  if (path === undefined || code === undefined || !(notWritable.has(code) || isMissing)) return undefined
  return `${path} can’t be written or read (${code}). Set ONHAND_DATA to a folder that this account can write to.`
}
