import { readFileSync } from 'node:fs'

const longest = 60

/** Matches third person, past tense and participles. Base forms with such an ending are exceptions. */
const notImperative = /^(?:\w+ing|\w+ed|\w+[^s]s)$/
const baseForms = new Set(['Bring', 'Ping', 'Embed', 'Feed', 'Need', 'Seed', 'Shed', 'Speed', 'Alias'])

/** @param {string} subject @returns {string[]} faults in words */
export function listSubjectFaults(subject) {
  const [first = ''] = subject.split(' ')
  return [
    ...(subject.length > longest ? [`has ${subject.length} characters, at most ${longest} are allowed`] : []),
    ...(/^[A-Z]/.test(subject) ? [] : ['starts with a small letter']),
    ...(/[.!]$/.test(subject) ? ['ends with a full stop'] : []),
    ...(notImperative.test(first) && !baseForms.has(first) ? [`"${first}" is not imperative`] : []),
  ]
}

const [, script = '', file] = process.argv
if (script.endsWith('commit-subjects.mjs') && file) {
  const [subject = ''] = readFileSync(file, 'utf8').split('\n')
  const faults = /^(?:fixup|squash|amend)! |^(?:Merge|Revert) /.test(subject)
    ? []
    : listSubjectFaults(subject)
  for (const fault of faults) console.error(`The commit's subject ${fault}: ${subject}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
