import { readFileSync } from 'node:fs'

const MAX_LENGTH = 60

/** Matches third person, past tense and participles. Base forms with such an ending are exceptions. */
const notImperativePattern = /^(?:\w+ing|\w+ed|\w+[^s]s)$/
const baseForms = new Set(['Bring', 'Ping', 'Embed', 'Feed', 'Need', 'Seed', 'Shed', 'Speed', 'Alias'])

/** @param {string} subject @returns {string[]} faults in words */
export function listSubjectFaults(subject) {
  const [firstWord = ''] = subject.split(' ')
  return [
    ...(subject.length > MAX_LENGTH
      ? [`has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`]
      : []),
    ...(/^[A-Z]/.test(subject) ? [] : ['starts with a small letter']),
    ...(/[.!]$/.test(subject) ? ['ends with a full stop'] : []),
    ...(notImperativePattern.test(firstWord) && !baseForms.has(firstWord)
      ? [`"${firstWord}" is not imperative`]
      : []),
  ]
}

const [, scriptPath = '', messageFile] = process.argv
if (scriptPath.endsWith('commit-subjects.mjs') && messageFile) {
  const [subject = ''] = readFileSync(messageFile, 'utf8').split('\n')
  const faults = /^(?:fixup|squash|amend)! |^(?:Merge|Revert) /.test(subject)
    ? []
    : listSubjectFaults(subject)
  for (const fault of faults) console.error(`The commit's subject ${fault}: ${subject}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
