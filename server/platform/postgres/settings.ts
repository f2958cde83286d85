import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/**
 * The settings of the embedded server. They are given on the command line, so an old data folder always gets current
 * settings. `durable: false` is for temporary clusters in tests: they don't survive a crash of the machine.
 */
export function serverSettings(options: { socketFolder: string; port: number; name: string; durable: boolean }) {
  const memoryMb = Math.floor(usableMemory() / megabyte)
  const shared_buffers_mb = Math.min(1024, Math.max(128, Math.floor(memoryMb / 16)))
  const settings: Record<string, string> = {
    // Reachable only through a socket in a folder that no other user may enter.
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    port: String(options.port),
    cluster_name: options.name,

    max_connections: options.durable ? '100' : '300',
    shared_buffers: `${shared_buffers_mb}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    // Thousands of short queries: compiling them costs more than it gains.
    jit: 'off',
    max_parallel_workers_per_gather: '1',
    ...(process.platform === 'linux' && { dynamic_shared_memory_type: sharedMemoryType('/dev/shm') }),

    synchronous_commit: 'on',
    checkpoint_timeout: '15min',
    max_wal_size: '2GB',
    // Kept to be used again after a checkpoint: creating a file of 16 MB takes 10 ms, in which nothing is committed.
    min_wal_size: '512MB',
    // A new company's tables grow from nothing: plans made when they were small read too much until they are analyzed.
    autovacuum_naptime: '10s',
    // A query whose client died ends within seconds and releases its locks.
    client_connection_check_interval: '2s',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The application logs failed statements, with a request id and without the values in them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    logging_collector: 'off',
  }
  if (!options.durable) {
    // Commits still reach the system before they are acknowledged, so a killed server loses nothing.
    Object.assign(settings, {
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '256MB',
      // Autovacuum runs by its own clock: whether a test finds its tables analyzed would be chance.
      autovacuum: 'off',
      // Without statistics PostgreSQL never settles on a plan: it would plan each statement again at each run.
      plan_cache_mode: 'force_generic_plan',
    })
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** A container may use less than the machine has; without a limit, the system reports 0 or more than exists. */
export function usableMemory(total = totalmem(), limit = process.constrainedMemory()): number {
  return limit > 0 ? Math.min(total, limit) : total
}

/** A sorted or hashed table takes up to `work_mem` times `hash_mem_multiplier` in each of two processes. */
const parallelQueriesMb = 256

/**
 * Where parallel workers share memory. Docker gives a container a /dev/shm of 64 MB, which a large report fills: the
 * error reads like a full disk. System V segments count as memory only.
 */
export function sharedMemoryType(folder: string): 'posix' | 'sysv' {
  try {
    const { blocks, bsize } = statfsSync(folder)
    return (blocks * bsize) / megabyte >= parallelQueriesMb ? 'posix' : 'sysv'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'sysv'
    throw error
  }
}
