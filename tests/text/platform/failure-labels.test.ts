import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatFailure, formatFailureLine } from '#app/text/platform/failure-labels.ts'
import { formatResultLine, formatRunFailure, getTaskName } from '#app/text/platform/job-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

const jobFolder = join(import.meta.dirname, '../../../app/jobs')
const reasons = readdirSync(jobFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(join(jobFolder, file), 'utf8').matchAll(/new JobRefused\(\s*'([^']+)'/g)].map(
      ([, reason]) => reason,
    ),
  )

test('every reason of a rejected job has a text', () => {
  expect(reasons.length).toBeGreaterThan(15)
  expect(reasons.filter((reason) => formatFailure(reason ?? '').text === 'Falha inesperada')).toEqual([])
})

test('names the settings page of percentages by its title', () => {
  expect(formatFailure('the gateway adds a fixed fine').text).toContain(
    `em Configurações, ${settingTitles.charges}`,
  )
})

test('adds the reason only to an unexpected failure', () => {
  expect(formatFailureLine('no company in the settings')).toBe('Faltam os dados da empresa nas configurações')
  expect(formatFailure('mail not taken (EENVELOPE, 550)').text).toBe(
    'O servidor de e-mail recusou o endereço',
  )
  expect(formatFailure('mail not taken (unknown, -)').text).toBe(
    'O servidor de e-mail não aceitou a mensagem',
  )
  expect(formatFailure('files not collected: 2').text).toBe(
    'Arquivos que ficaram na pasta de retornos por um erro: 2',
  )
  for (const reason of [
    'a file of the invoice lies outside the issuer',
    'the issuer does not give a file of the invoice',
  ])
    expect(formatFailure(reason).text).not.toBe('Falha inesperada')
  expect(formatFailureLine('connect ECONNREFUSED')).toBe('Falha inesperada (connect ECONNREFUSED)')
})

test('formats counts, failed parts and name of a scheduled task', () => {
  expect(formatResultLine({ undispatched: 0, expired: 4, restored: 1 })).toBe(
    'vencidas: 4, de volta ao que eram: 1',
  )
  expect(formatResultLine({ expired: 0 })).toBeNull()
  expect(formatRunFailure('failed: photos, carts')).toBe('fotos, carrinhos')
  expect(getTaskName('sweep')).toBe('Limpeza')
})
