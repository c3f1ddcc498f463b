import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPeopleIn, findPeopleInLogs, listInventedPeople } from '../../scripts/test/people-in-logs.mjs'

const people = listInventedPeople()
const token = 'Zm9vYmFyYmF6cXV4cXV1eGNvcmdl'

test('lists the names, documents and phones of invented people', () => {
  expect(people).toEqual(expect.arrayContaining(['Ana Inventada da Silva', '52998224725', '14999990000']))
  expect(people.length).toBeGreaterThan(20)
})

test.each([
  ['e-mail', '{"msg":"mail to ana.inventada@exemplo.test refused"}'],
  ['e-mail', '{"path":"/login?email=ana%40exemplo.test"}'],
  ['CPF', '{"msg":"529.982.247-25"}'],
  ['CNPJ', '{"msg":"12.ABC.345/01DE-35"}'],
  ['link', `{"path":"/change_pass/${token}"}`],
  ['link', `{"path":"/change%5Femail%2F${token}"}`],
  ['link', `{"path":"/avisos/${token.slice(0, 22)}/revisions"}`],
  ['link', `{"err":{"message":"POST /webhooks/pix/${token}${token.slice(0, 12)}/pix"}}`],
  ['key', `{"key":"aero_${token}"}`],
  ['session', `{"cookie":"__Host-session=${token}"}`],
  ['secret', '{"password":"demonstracao-2026"}'],
  ['invented person', '{"who":"Ana Inventada da Silva"}'],
  ['invented person', '{"document":"52998224725"}'],
])('finds a log with %s and its line: %s', (kind, line) => {
  expect(findPeopleIn(`{"msg":"ready"}\n${line}\n`, people)).toContain(`line 2: ${kind}`)
})

test('ignores ids, paths, packages and times', () => {
  const log = [
    '{"level":30,"time":"2026-11-21T12:00:00.123Z","pid":123,"requestId":"7f3a0c1e9b2d4f5a","userId":41}',
    '{"method":"POST","path":"/change_pass/***","status":303,"ms":12.5,"subject":"41/1"}',
    '{"method":"POST","path":"/avisos/***","status":303}',
    '{"method":"POST","path":"/webhooks/pix/***","status":200}',
    '{"stack":"at file:///srv/node_modules/@remix-run/node/dist/index.js:529:98"}',
  ]
  expect(findPeopleIn(log.join('\n'), people)).toEqual([])
})

test('reads every log of a folder, and returns undefined without the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-logs-'))
  try {
    expect(findPeopleInLogs(join(folder, 'none'))).toBeUndefined()
    mkdirSync(join(folder, 'some'))
    writeFileSync(join(folder, 'some', 'web-1.log'), '{"msg":"ready"}\n')
    writeFileSync(join(folder, 'some', 'worker-2.log'), '{"to":"ana@exemplo.test"}\n')
    expect(findPeopleInLogs(join(folder, 'some'))).toEqual({
      files: 2,
      found: ['worker-2.log, line 1: e-mail'],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
