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
  waiting: Waiting[]
  /** Groups, and the members of all of them. */
  running: number
  members: number
  /** Members of groups that run separately after all: beyond a group's size of them, no group begins. */
  alone: number
  scheduled: boolean
}

/** A second group begins only if it is large enough; a few commands join those that arrive until the first is done. */
export function mayBegin({ running, waiting, alone }: Queue): boolean {
  if (alone >= limits.groupMembers) return false
  return running === 0 || (running < limits.groupsAtOnce && waiting.length >= limits.groupMembersBeside)
}

/**
 * Takes those that waited longest; a duplicate of another one in the group stays for a later group. If enough commands
 * are in progress for two groups, each takes half of them: while one is being written to disk and answered, the other
 * one uses the processor. Groups of any size end up as one large and one small group, which begin and end together, and
 * then both processors wait (32 connections: 1,590 instead of 1,320 postings a second). When a full group waits, it is
 * taken whole: under overload, half groups cost more per command, so more commands were refused, and groups shrank.
 */
export function nextGroup(queue: Queue): Waiting[] {
  const share = Math.ceil((queue.members + queue.waiting.length) / limits.groupsAtOnce)
  const isEnough = queue.members + queue.waiting.length >= limits.groupMembersBeside * limits.groupsAtOnce
  const most = isEnough && queue.waiting.length < limits.groupMembers ? share : limits.groupMembers
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
 * Takes out those that have waited since before `since`. What fits into the next group stays: a pause of the disk isn't
 * an overload.
 */
export function takeLate({ waiting }: Queue, since: number): Waiting[] {
  const beyond = waiting.slice(0, Math.max(0, waiting.length - limits.groupMembers))
  return waiting.splice(0, beyond.filter((member) => member.since < since).length)
}
