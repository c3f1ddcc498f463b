import { expect, test } from 'vitest'
import { afterRestore, effectsThatGoOn } from '#app/domain/reports/after-restore.ts'
import { jobNames } from '#app/jobs/registry.server.ts'
import { mails } from '#app/mails/mails.server.ts'

test('each job is a mail, about which staff are asked, or has a decision of its own', () => {
  const decided = [...mails.map(({ name }) => name), ...Object.keys(afterRestore)]
  expect(decided.sort()).toEqual([...jobNames].sort())
  expect(mails.map(({ name }) => String(name)).filter((name) => effectsThatGoOn.includes(name))).toEqual([])
})
