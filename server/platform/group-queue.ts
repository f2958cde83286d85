import { limits } from '../../contract/limits.ts'
import type { Candidate } from './admission.ts'
import type { RoleAnswer } from './call.ts'
import type { Grouped } from './endpoint.ts'

export type GroupMember = Candidate &
  Readonly<{
    grouped: Grouped
    /** The result of `grouped.read` for the input. */
    work: unknown
    alone: () => Promise<RoleAnswer>
  }>

export type Waiting = GroupMember & {
  since: number
  resolve: (answer: RoleAnswer | PromiseLike<RoleAnswer>) => void
  reject: (error: unknown) => void
}

/** The commands of one kind in one organization, and of one person if the kind requires that. */
export type Queue = {
  readonly key: string
  waiting: Waiting[]
  /** The groups that run, and the number of commands in them. */
  running: number
  members: number
  /** Commands that left their group and are running alone. While there are as many as a group has, no group begins. */
  alone: number
  /** Groups are about to begin. */
  scheduled: boolean
}

export function emptyQueue(key: string): Queue {
  return { key, waiting: [], running: 0, members: 0, alone: 0, scheduled: false }
}

export function isIdle({ waiting, running, alone, scheduled }: Queue): boolean {
  return waiting.length + running + alone === 0 && !scheduled
}

/** A second group begins only if it is large enough; a few commands join those that arrive until the first is done. */
export function mayBegin({ running, waiting, alone }: Queue): boolean {
  if (alone >= limits.groupMembers) return false
  return running === 0 || (running < limits.groupsAtOnce && waiting.length >= besideFrom(waiting))
}

/** The commands of a queue are of one kind. */
function besideFrom([first]: readonly Waiting[]): number {
  return first?.grouped.besideFrom ?? limits.groupMembersBeside
}

/**
 * How many commands the next group takes: half of those in progress, if there are enough for two groups. Without this,
 * one large and one small group would form, begin and end together, and both processors would be idle while these are
 * written to disk (32 connections: 1,320 instead of 1,590 postings a second). A full group that waits is taken whole:
 * halves cost more per command, so under overload more commands would be refused.
 */
function sizeOfNext({ waiting, members }: Queue): number {
  const inProgress = members + waiting.length
  const areEnough = inProgress >= besideFrom(waiting) * limits.groupsAtOnce && waiting.length < limits.groupMembers
  return areEnough ? Math.ceil(inProgress / limits.groupsAtOnce) : limits.groupMembers
}

/** Takes those that waited longest; a duplicate of another one in the group stays for a later group. */
export function nextGroup(queue: Queue): Waiting[] {
  const most = sizeOfNext(queue)
  const names = new Set<string>()
  const group: Waiting[] = []
  const others: Waiting[] = []
  let lines = 0
  let seen = 0
  for (const member of queue.waiting) {
    if (group.length >= most) break
    seen += 1
    const own = namesOf(member)
    const size = member.grouped.sizeOf?.(member.work as never) ?? 1
    if (lines + size > limits.groupLines || own.some((name) => names.has(name))) others.push(member)
    else {
      group.push(member)
      lines += size
      for (const name of own) names.add(name)
    }
  }
  queue.waiting = [...others, ...queue.waiting.slice(seen)]
  return group
}

/** What two members of one group can't share: a key of the same command, an id, a document. */
function namesOf({ endpoint, key, grouped, work }: GroupMember): string[] {
  return [...(key ? [`${endpoint.name} ${key.key}`] : []), ...grouped.idsOf(work as never)]
}

/**
 * Takes out those that have waited too long. What fits into the next group stays: a pause of the disk isn't an
 * overload.
 */
export function takeLate({ waiting }: Queue, now: number, patience: number): Waiting[] {
  const since = now - (waiting[0]?.grouped.waitMs ?? limits.groupWaitMs) * patience
  const beyond = waiting.slice(0, Math.max(0, waiting.length - limits.groupMembers))
  return waiting.splice(0, beyond.filter((member) => member.since < since).length)
}
