import { IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { type SearchChoice, type SearchFit, searchFits } from '../../contract/search.ts'
import type { HelpTopic } from '../help/topics.ts'
import { type Command } from './commands.ts'
import { fitOf, hasWord, type TextFit, wordsOf } from './match-text.ts'
import { byUse, type Entry, type Group, recordEntry, searchableLists } from './search.ts'

const recentShown = 6
const helpShown = 3

/**
 * The groups of records, commands and help, the weakest matches last: similar words come below exact ones. Commands and
 * help that match only by a typing error are guesses: they aren't listed beside anything better, or while it may still
 * come, when Enter would run one.
 */
export function groupsInOrder(
  records: readonly Group[],
  others: readonly Group[],
  isIncomplete: boolean,
): readonly Group[] {
  const weight = ({ fit }: Group) => Math.max(searchFits.indexOf(fit), searchFits.indexOf('words'))
  const all = [...records, ...others].filter(({ entries }) => entries.length > 0)
  const guesses = new Set(others.filter(({ fit }) => fit === 'similar'))
  const better = all.filter((group) => !guesses.has(group))
  return (isIncomplete || better.length > 0 ? better : all).toSorted((one, other) => weight(one) - weight(other))
}

/** The member's last choices, records and commands, without the current screen. */
export function recentGroup(choices: readonly SearchChoice[], commands: readonly Command[], screen: string): Group {
  const entries = choices.flatMap(({ key, record }): Entry[] => {
    if (record) return [recordEntry(record, [])]
    const command = commands.find(({ label }) => label === key)
    return command ? [commandEntry(command, [])] : []
  })
  const elsewhere = entries.filter(({ to }) => to !== screen)
  return { label: 'Recent', entries: elsewhere.slice(0, recentShown), fit: 'words' }
}

/**
 * The matching commands, the best first; among equals the most used first, then those that match by their name. All of
 * them if nothing is typed.
 */
export function commandGroup(
  label: string,
  commands: readonly Command[],
  typed: string,
  choices: readonly SearchChoice[],
): Group {
  const used = byUse(choices.filter(({ kind }) => kind === 'command')).map(({ key }) => key)
  const rank = ({ label }: Command) => (used.includes(label) ? used.indexOf(label) : used.length)
  const isNamed = (command: Command) => fitOf(typed, command.label) === 'words'
  const fitting = commands
    .map((command) => ({ command, fit: fitOf(typed, command.label, command.words) }))
    .filter((one): one is { command: Command; fit: TextFit } => one.fit !== null)
    .toSorted(
      (one, other) =>
        order(one.fit) - order(other.fit) ||
        rank(one.command) - rank(other.command) ||
        Number(isNamed(other.command)) - Number(isNamed(one.command)),
    )
  // Beside exact matches, similar words don't help.
  const best = fitting[0]?.fit ?? 'similar'
  const shown = fitting.filter(({ fit }) => fit !== 'similar' || best === 'similar')
  return { label, entries: shown.map(({ command }) => commandEntry(command, wordsOf(typed))), fit: best }
}

const order = (fit: SearchFit) => searchFits.indexOf(fit)

function commandEntry(command: Command, words: readonly string[]): Entry {
  const { label, icon, keys } = command
  const shown = { choice: { kind: 'command', key: label } as const, label, icon, words, ...(keys ? { keys } : {}) }
  return command.to === undefined ? { ...shown, run: command.run } : { ...shown, to: command.to }
}

/** Help topics that match the text: by title and headings first, then by their words. */
export function helpGroup(topics: readonly HelpTopic[], typed: string, open: (topic: string) => void): Group {
  const fitting = topics
    .flatMap(({ name, title, headings, text }): { name: string; title: string; fit: TextFit }[] => {
      const fit = fitOf(typed, title, headings.join(' '))
      const words = wordsOf(typed)
      const isInText = words.some((word) => word.length > 2) && words.every((word) => hasWord(text, word))
      return fit && fit !== 'inside' ? [{ name, title, fit }] : isInText ? [{ name, title, fit: 'inside' }] : []
    })
    .toSorted((one, other) => order(one.fit) - order(other.fit))
    .slice(0, helpShown)
  const entries = fitting.map(({ name, title }): Entry => ({
    choice: null,
    label: title,
    note: 'Help',
    icon: IconHelpCircle,
    words: wordsOf(typed),
    run: () => open(name),
  }))
  return { label: 'Help', entries, fit: fitting[0]?.fit ?? 'similar' }
}

/** If nothing was found: the lists, which search more (descriptions, and older notes). */
export function listGroup(typed: string): Group {
  const entries = searchableLists.map(({ label, to, icon }): Entry => ({
    choice: null,
    label: `Search ${label} for “${typed}”`,
    icon: icon ?? IconSearch,
    words: [],
    to: `${to}?q=${encodeURIComponent(typed)}`,
  }))
  return { label: 'Search a list', entries, fit: 'similar' }
}
