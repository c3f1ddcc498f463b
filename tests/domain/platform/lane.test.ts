import { expect, test } from 'vitest'
import { lanes, listUncoveredLanes, parseLaneNames, parseLanes } from '#app/domain/platform/lane.ts'

const allLanes = { work: 6, mail: 6, pdf: 3, files: 1, reports: 1, webhooks: 4 }

test.each([
  ['', allLanes],
  ['  ', allLanes],
  ['mail', { mail: 6 }],
  ['mail, pdf:4', { mail: 6, pdf: 4 }],
  ['reports:2,files:50', { reports: 2, files: 50 }],
])('the text "%s" selects the lanes and concurrent jobs %j', (text, choice) => {
  expect(parseLanes(text)).toEqual(choice)
})

test.each(['money', 'mail,mail', 'mail:0', 'mail:51', 'mail:', 'mail;pdf', ',', 'toString'])(
  'rejects "%s" as a list of job lanes',
  (text) => {
    expect(parseLanes(text)).toBeUndefined()
  },
)

test('a lane is covered when any worker runs it', () => {
  expect(listUncoveredLanes([])).toEqual([...lanes])
  expect(listUncoveredLanes([{ lanes: ['webhooks', 'work'] }, { lanes: ['pdf', 'work'] }])).toEqual([
    'mail',
    'files',
    'reports',
  ])
  expect(listUncoveredLanes([{ lanes }])).toEqual([])
})

test('a stored list retains the lanes that exist in this version', () => {
  expect(parseLaneNames('pdf,former,work')).toEqual(['work', 'pdf'])
})
