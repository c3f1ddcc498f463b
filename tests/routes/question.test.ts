import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { requiredText } from '#app/forms/text-field.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { forbidden, notFound } from '#app/http/responses.server.ts'
import { defineQuestion } from '#app/routes/question/question.server.ts'

let calls: string[]
let executionResult: string
beforeEach(() => {
  calls = []
  executionResult = 'done'
})

/** A sample page about record 1. Its functions record in `calls` how far a request comes. */
const { loader, action } = defineQuestion({
  guard: async ({ params }) => {
    calls.push('guard')
    return params.user === 'stranger' ? forbidden() : { userId: 7 }
  },
  find: ({ params }, { userId }) => {
    calls.push('find')
    return params.id === '1' ? { id: 1, userId } : notFound()
  },
  show: ({ id }) => ({ title: `record ${id}` }),
  schema: ({ id }) => z.object({ reason: requiredText(id * 10) }),
  execute: async ({ record, values, viewer }) => {
    calls.push(`execute ${record.id} ${values.reason} ${viewer.userId}`)
    return executionResult
  },
  outcome: (outcome) => {
    if (outcome === 'done') return seeOther('/admin')
    if (outcome === 'wrong') return { fieldErrors: { reason: ['Outro motivo'] } }
    return { status: 409, formErrors: ['O registro mudou'] }
  },
})

function makeArgs(params: Record<string, string>, formBody?: string) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request(
    'http://shop.test/',
    formBody === undefined ? {} : { method: 'POST', body: formBody, headers },
  )
  return { params, request, context: {} }
}

test('the loader returns only the fields that the page needs', async () => {
  expect(await loader(makeArgs({ id: '1' }))).toEqual({ title: 'record 1' })
})

test.each([
  [403, { user: 'stranger', id: '1' }, ['guard']],
  [404, { id: '2' }, ['guard', 'find']],
])('returns %i before it reads the form', async (status, params, expectedCalls) => {
  await expect(loader(makeArgs(params))).rejects.toMatchObject({ status })
  await expect(action(makeArgs(params, 'reason=x'))).rejects.toMatchObject({ status })
  expect(calls).toEqual([...expectedCalls, ...expectedCalls])
})

test('rejects an invalid form without executing its action', async () => {
  expect(await action(makeArgs({ id: '1' }, 'reason='))).toMatchObject({
    init: { status: 400 },
    data: { status: 'error', error: { reason: [expect.any(String)] } },
  })
  expect(calls).toEqual(['guard', 'find'])
})

test('executes the action once and redirects by its outcome', async () => {
  const answer = await action(makeArgs({ id: '1' }, 'reason=tarde'))
  expect(answer).toMatchObject({ status: 303 })
  expect(calls).toEqual(['guard', 'find', 'execute 1 tarde 7'])
})

test.each([
  ['wrong', 400, { reason: ['Outro motivo'] }],
  ['outdated', 409, { '': ['O registro mudou'] }],
])('returns the typed values when the outcome is %s', async (outcome, status, error) => {
  executionResult = outcome
  expect(await action(makeArgs({ id: '1' }, 'reason=tarde'))).toMatchObject({
    init: { status },
    data: { error, initialValue: { reason: 'tarde' } },
  })
})
