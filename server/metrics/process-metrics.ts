import { statfsSync } from 'node:fs'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../platform/db.ts'
import type { Groups } from '../platform/groups.ts'

/** A figure that is kept elsewhere and read for each scrape. */
type Read = { name: string; help: string; read: () => number }

/** One that only grows. */
function addCounter(registry: Registry, { name, help, read }: Read): void {
  const counter: Counter = new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      counter.reset()
      counter.inc(read())
    },
  })
}

/** One of this moment. */
function addGauge(registry: Registry, { name, help, read }: Read): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
}

/** How busy this process's database connections are. */
export function measureConnections(registry: Registry, db: Database): void {
  addGauge(registry, {
    name: 'onhand_database_connections_open',
    help: 'Open connections of the pool.',
    read: () => db.load().open,
  })
  addGauge(registry, {
    name: 'onhand_database_connections_in_use',
    help: 'Connections in use.',
    read: () => db.load().inUse,
  })
  addGauge(registry, {
    name: 'onhand_database_transactions_waiting',
    help: 'Transactions that wait for a connection.',
    read: () => db.load().waiting,
  })
  addCounter(registry, {
    name: 'onhand_database_transactions_refused_total',
    help: 'Transactions that got no connection in time; their requests get 503.',
    read: () => db.load().refused,
  })
  addCounter(registry, {
    name: 'onhand_database_wait_seconds_total',
    help: 'How long transactions waited for a connection, in total.',
    read: () => db.load().waitedSeconds,
  })
}

/** The disk of the data folder, as this process may use it: without what is reserved for root. */
export function measureDisk(registry: Registry, dataDir: string): void {
  const bytesOf = (count: 'bavail' | 'blocks') => {
    const disk = statfsSync(dataDir)
    return disk[count] * disk.bsize
  }
  addGauge(registry, {
    name: 'onhand_data_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    read: () => bytesOf('bavail'),
  })
  addGauge(registry, {
    name: 'onhand_data_disk_size_bytes',
    help: 'Size of the disk of the data folder.',
    read: () => bytesOf('blocks'),
  })
}

/** Commands that run together in one transaction (docs/decisions/0010). Members per group is the size of a group. */
export function measureGroups(registry: Registry, groups: Groups): void {
  addCounter(registry, {
    name: 'onhand_group_commands_total',
    help: 'Commands of a kind that can run in groups.',
    read: () => groups.counts().commands,
  })
  addCounter(registry, {
    name: 'onhand_groups_total',
    help: 'Committed groups of two or more commands.',
    read: () => groups.counts().groups,
  })
  addCounter(registry, {
    name: 'onhand_group_members_total',
    help: 'Commands in committed groups.',
    read: () => groups.counts().members,
  })
  addCounter(registry, {
    name: 'onhand_group_fallbacks_total',
    help: 'Groups that were rolled back and whose commands then ran one by one.',
    read: () => groups.counts().fallbacks,
  })
  addCounter(registry, {
    name: 'onhand_group_late_total',
    help: 'Commands that waited too long for a group; they get 503.',
    read: () => groups.counts().late,
  })
  addCounter(registry, {
    name: 'onhand_group_wait_seconds_total',
    help: 'How long commands waited for their group to begin, in total.',
    read: () => groups.counts().waitedMs / 1_000,
  })
}
