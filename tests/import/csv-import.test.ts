import { beforeEach, describe, expect, test } from 'vitest'
import { makeRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import type { CsvKind } from '#app/domain/backoffice/import-kind.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { settingIds } from '#app/domain/settings/setting.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { applyCsv, checkCsv, stageCsv } from '#app/import/csv/csv-import.server.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { addLineEffects, countAwaitingRevision } from '#app/models/backoffice/import/csv-effects.server.ts'
import { discardCsvImport } from '#app/models/backoffice/import/csv-retention.server.ts'
import {
  countCsvOutcomes,
  findImport,
  listImports,
  listRecords,
  startApplying,
} from '#app/models/backoffice/import/imports.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { listFreightSteps } from '#app/models/checkout/freight.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { address, makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

let adminId: number
beforeEach(async () => {
  adminId = await makeStaff()
})

const encodeLines = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)

/** Uploads and checks a file of these lines. Returns the import's id. */
async function checkLines(kind: CsvKind, ...lines: string[]): Promise<number> {
  const { id } = await stageCsv({ kind, name: 'arquivo.csv', bytes: encodeLines(lines), createdBy: adminId })
  await checkCsv({ id, kind })
  return id
}

async function applyImport(kind: CsvKind, id: number): Promise<void> {
  expect(await startApplying(id, { isQueued: false })).toBe(true)
  await applyCsv({ id, kind }, { actorUserId: adminId })
}

/** Returns the outcome of each line: the problems, the changes, 'same' or 'new'. */
async function listOutcomes(id: number) {
  const rows = await listRecords(id, 'all', { limit: 100 })
  return rows.map(({ state, changes, problems }) => {
    if (state === 'refused') return problems
    return state === 'known' ? 'same' : (changes ?? 'new')
  })
}

const listStates = async (id: number) =>
  (await listRecords(id, 'all', { limit: 100 })).map(({ state }) => state)

test('the check of an exported file finds all publications unchanged, with identifiers of any form', async () => {
  for (const text of [
    '007',
    '1/2',
    '12E5',
    'v. 03',
    "'5",
    'mar/26',
    '+55',
    '=1+1',
    'Rev. 1',
    'aplic. 7',
    '-',
  ])
    await makePublication({ name: `Manual ${text}`, version: text.slice(0, 20), applicability: text })
  await makePublication({ name: '10-20' })
  await makePublication({ has_photo_upload: true, photo_subject: 'spines', photo_note: 'Com a data.' })
  await makePublication({ name: '=HYPERLINK("http://exemplo.test")' })
  const { bytes } = await fetchPage(await loginAs({ userId: adminId }), '/admin/publications.csv')
  const { id } = await stageCsv({ kind: 'publications', name: 'publicacoes.csv', bytes, createdBy: adminId })
  await checkCsv({ id, kind: 'publications' })
  const publicationCount = 14
  expect(await listOutcomes(id)).toEqual(Array.from({ length: publicationCount }, () => 'same'))
})

describe('publications', () => {
  test('parses the photo subject by its label, skips an empty cell and rejects other labels', async () => {
    const knownPublication = await makePublication({ has_photo_upload: true, photo_subject: 'panel' })
    const head = 'Número;O que a foto deve mostrar;Sobre a foto, em palavras suas'
    const id = await checkLines('publications', head, `${knownPublication};lombadas dos manuais;Com a data.`)
    expect(await listOutcomes(id)).toEqual([
      {
        photo_subject: ['Painel da aeronave', 'Lombadas dos manuais'],
        photo_note: ['', 'Com a data.'],
      },
    ])
    await applyImport('publications', id)
    const saved = { photo_subject: 'spines', photo_note: 'Com a data.' }
    expect(await findPublicationForStaff(knownPublication)).toMatchObject(saved)
    const subjectHead = 'Número;O que a foto deve mostrar'
    const emptyCellId = await checkLines('publications', subjectHead, `${knownPublication};`)
    expect(await listOutcomes(emptyCellId)).toEqual(['same'])
    const otherLabelId = await checkLines('publications', subjectHead, `${knownPublication};selfie`)
    expect(await listOutcomes(otherLabelId)).toEqual([
      { photo_subject: [expect.stringContaining('Lombadas dos manuais')] },
    ])
  })

  const head =
    'Número;Código;Nome;Aplicabilidade;Versão;Data da versão;Preço de compra;Preço de renovação;Peso;Assinatura;Download'
  const manualLine = ';501;Manual inventado;EMB-202;Rev. 1;15/01/2026;1.180,00;120,00;1,25;sim;não'

  test('reports the outcome of every line without writing', async () => {
    const knownPublication = await makePublication({ legacy_id: 500 })
    const unchangedLine = `${knownPublication};;Manual de Voo inventado;Todas as aeronaves de teste;Rev. 1;15/01/2026;80,00;;0,7;não;não`
    const id = await checkLines(
      'publications',
      head,
      manualLine,
      unchangedLine,
      manualLine,
      ';500;Manual de Voo inventado;Todas as aeronaves de teste;Rev. 1;15/01/2026;90,00;;0,7;não;não',
      '999999;;Outro;EMB;1;15/01/2026;1,00;;1;não;não',
      ';502;Sem preço;EMB-202;Rev. 1;31/02/2026;12.90;;;talvez;não',
      ';;Sem código;EMB-202;Rev. 1;15/01/2026;10,00;;1;não;não',
    )
    expect(await listOutcomes(id)).toEqual([
      'new',
      'same',
      { registro: ['Outra linha do arquivo é do mesmo registro'] },
      // unchangedLine names the same publication by its other number.
      { registro: ['Outra linha do arquivo é do mesmo registro'] },
      { id: ['Não há publicação com este número'] },
      {
        date: ['Data incorreta: use dia/mês/ano com o ano inteiro, como 21/11/2026'],
        price: ['Valor incorreto: use reais e centavos, como 1.234,56'],
        is_signature: ['Use sim ou não'],
      },
      { code: ['Diga o Número ou o Código'] },
    ])
    expect(await db.selectFrom('publications').select('id').execute()).toEqual([{ id: knownPublication }])
  })

  test('creates and revises publications once, with history and without mail', async () => {
    const knownPublication = await makePublication({ legacy_id: 500 })
    const lines = [
      'Código;Nome;Aplicabilidade;Versão;Data da versão;Preço de compra;Peso',
      '500;Manual de Voo inventado;Todas as aeronaves de teste;Rev. 2;01/02/2026;95,50;0,7',
      '501;Manual novo;EMB-203;A;15/01/2026;12,00;1',
    ]
    const id = await checkLines('publications', ...lines)
    expect(await listOutcomes(id)).toEqual([
      { version: ['Rev. 1', 'Rev. 2'], date: ['15/01/2026', '01/02/2026'], price: ['80,00', '95,50'] },
      'new',
    ])
    await applyImport('publications', id)
    expect(await findPublicationForStaff(knownPublication)).toMatchObject({ version: 'Rev. 2', price: 95_50 })
    const createdPublication = await db
      .selectFrom('publications')
      .select(['id', 'name', 'weight', 'active'])
      .where('legacy_id', '=', 501)
      .executeTakeFirstOrThrow()
    expect(createdPublication).toMatchObject({ name: 'Manual novo', weight: 1_000, active: true })
    expect(await listHistory('publication', createdPublication.id)).toMatchObject([
      { action: 'imported', actor_user_id: adminId },
    ])
    expect(await listHistory('publication', knownPublication)).toMatchObject([{ action: 'new-revision' }])
    expect(await db.selectFrom('outbox').select('job').execute()).toEqual([])
    expect(await listStates(id)).toEqual(['applied', 'applied'])
    expect(await listOutcomes(await checkLines('publications', ...lines))).toEqual(['same', 'same'])
  })

  test.each([
    [
      { version: 'Rev. 0' },
      '16/01/2026',
      { version: ['Esta publicação já tem uma revisão com esta versão'] },
    ],
    [
      { version: 'Rev. 2' },
      '01/01/2026',
      { date: ['A data não pode ser anterior à da revisão mais recente, 15/01/2026'] },
    ],
    [
      { version: 'Rev. 2' },
      '01/01/2999',
      { date: ['A data de uma revisão não pode estar no futuro: a revisão entra em vigor ao salvar'] },
    ],
  ])('rejects a revision that the form rejects: %o of %s', async ({ version }, date, problems) => {
    const knownPublication = await makePublication()
    await db
      .insertInto('revisions')
      .values({ publication_id: knownPublication, version: 'Rev. 0', date: '2025-01-01' })
      .execute()
    const id = await checkLines(
      'publications',
      'Número;Versão;Data da versão',
      `${knownPublication};${version};${date}`,
    )
    expect(await listOutcomes(id)).toEqual([problems])
  })

  test('reports how many printed subscriptions a new version returns to awaiting dispatch', async () => {
    const today = toCivilDate(new Date())
    const { active, sent, awaitingDispatch } = subscriptionStatus
    const futureDue = addDays(today, 30)
    const pastDue = addDays(today, -1)
    const currentUnits = [active, sent].map((status) => ({ status, due: futureDue }))
    const { publicationId: printedId } = await makeSubscriptions([
      ...currentUnits,
      { status: active, due: pastDue },
    ])
    const { publicationId: unrevisedId } = await makeSubscriptions([{ status: active, due: futureDue }])
    const lines = [`${printedId};Rev. 2;80,00`, `${unrevisedId};Rev. 1;90,00`]
    const id = await checkLines('publications', 'Número;Versão;Preço de compra', ...lines)
    const listAwaitingCounts = async () => {
      const records = await listRecords(id, 'all', { limit: 10 })
      const lines = await addLineEffects(records, today)
      return lines.map(({ awaitingCount }) => awaitingCount)
    }
    expect(await listAwaitingCounts()).toEqual([2, 0])
    expect(await countAwaitingRevision(id, today)).toBe(2)
    await applyImport('publications', id)
    expect(await listAwaitingCounts()).toEqual([0, 0])
    const waiting = await db
      .selectFrom('subscriptions')
      .select('id')
      .where('status', '=', awaitingDispatch)
      .execute()
    expect(waiting).toHaveLength(2)
  })

  test('skips and reports records that changed after the check', async () => {
    const knownPublication = await makePublication()
    const id = await checkLines('publications', 'ID;Compra', `${knownPublication};99,00`)
    const competingId = await checkLines('publications', 'ID;Compra', `${knownPublication};70,00`)
    await applyImport('publications', competingId)
    await applyImport('publications', id)
    expect(await listOutcomes(id)).toEqual([
      { registro: ['O registro mudou depois da conferência: envie o arquivo de novo'] },
    ])
    expect(await findPublicationForStaff(knownPublication)).toMatchObject({ price: 70_00 })
  })

  test('resumes an interrupted run without duplicates', async () => {
    const id = await checkLines('publications', head, manualLine)
    await applyImport('publications', id)
    const body = JSON.stringify({ cells: { code: '501' } })
    const recordBeforeCompletion = { state: 'ready', target_id: null, body } as const
    await db.updateTable('import_records').set(recordBeforeCompletion).execute()
    await applyCsv({ id, kind: 'publications' }, { actorUserId: adminId })
    expect(await listStates(id)).toEqual(['applied'])
    expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(1)
  })
})

describe('freight', () => {
  const head = 'Serviço;Região;Até (kg);Valor;Prazo (dias úteis)'

  test('adds and updates tiers by service, region and weight, leaves the others and rejects wrong cells', async () => {
    const makeStep = (max_weight_kg: number, value: number) => ({ max_weight_kg, value, days: 5 })
    const tier = { region: 'SE', service: 'PAC' } as const
    await db
      .insertInto('shipping_rates')
      .values(
        [makeStep(1, 20_00), makeStep(2, 25_00), makeStep(5, 40_00)].map((step) => ({ ...step, ...tier })),
      )
      .execute()
    const lines = [head, 'pac;Sudeste;1;20,00;5', 'PAC;SE;2;27,50;6', 'PAC;SE;30;99,90;9', 'PAC;XX;0;x;91']
    const id = await checkLines('freight', ...lines)
    expect(await listOutcomes(id)).toEqual([
      'same',
      { value: ['R$ 25,00', 'R$ 27,50'], days: ['5', '6'] },
      'new',
      {
        region: ['Região incorreta: use SE, S, CO, NE ou N'],
        kg: ['Digite o peso em quilos, de 1 a 30'],
        value: ['Digite o valor, como 24,90'],
        days: ['Digite os dias úteis, de 1 a 90'],
      },
    ])
    await applyImport('freight', id)
    expect(await listFreightSteps(tier)).toEqual([
      makeStep(1, 20_00),
      { max_weight_kg: 2, value: 27_50, days: 6 },
      makeStep(5, 40_00),
      { max_weight_kg: 30, value: 99_90, days: 9 },
    ])
    const history = await listHistory('setting', settingIds.freight)
    expect(history.map(({ action }) => action)).toEqual(['imported', 'imported'])
    expect((await listOutcomes(await checkLines('freight', ...lines))).slice(0, 3)).toEqual([
      'same',
      'same',
      'same',
    ])
  })
})

describe('clients', () => {
  const head =
    'E-mail;Nome;CPF;CNPJ;Razão social;Inscrição estadual;Telefone;CEP;Logradouro;Número;Complemento;Bairro;Cidade;UF'
  const addressCells = '18600-000;Rua das Hélices;100;;Centro;Botucatu;SP'
  const anaLine = `ana.nova@example.com;Ana Inventada;529.982.247-25;;;;(14) 99999-0000;${addressCells}`

  test('creates and updates clients by e-mail without mail, rejects wrong cells and erases the lines', async () => {
    const knownCustomer = await makeCustomer()
    const id = await checkLines(
      'clients',
      head,
      anaLine.replace('529.982.247-25', '111.444.777-35'),
      `${knownCustomer.email.toUpperCase()};Ana Trocada;529.982.247-25;;;;(14) 99999-0000;${addressCells}`,
      `beto@example.com;Beto Inventado;;11.222.333/0001-81;Asa Inventada Ltda.;ISENTO;(14) 3221-0000;${addressCells}`,
      `errado;Ana;123;;;;1;${addressCells}`,
    )
    const outcomes = await listOutcomes(id)
    expect(outcomes.slice(0, 3)).toMatchObject([
      'new',
      { name: ['Ana Inventada da Silva', 'Ana Trocada'] },
      'new',
    ])
    expect(outcomes[3]).toMatchObject({
      email: ['E-mail incorreto: confira se está completo, como nome@exemplo.com.br'],
      cpf: ['CPF incorreto: confira os 11 números'],
      phone: ['Telefone incorreto: use DDD e número, como (14) 99999-0000'],
    })
    await applyImport('clients', id)
    const users = await db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['email', 'name', 'cnpj', 'is_company', 'users.id', 'is_staff'])
      .where('users.id', '<>', adminId)
      .orderBy('email')
      .execute()
    expect(users.map(({ email, name }) => [email, name])).toEqual(
      [
        ['ana.nova@example.com', 'Ana Inventada'],
        ['beto@example.com', 'Beto Inventado'],
        [knownCustomer.email, 'Ana Trocada'],
      ].toSorted(),
    )
    expect(users.find(({ name }) => name === 'Beto Inventado')).toMatchObject({
      cnpj: '11222333000181',
      is_company: true,
      is_staff: false,
    })
    const history = await listHistory('user', knownCustomer.userId)
    expect(history.at(-1)).toMatchObject({ action: 'imported', actor_user_id: adminId })
    expect(await db.selectFrom('outbox').select('job').execute()).toEqual([])
    const remainingRecords = JSON.stringify(await db.selectFrom('import_records').selectAll().execute())
    expect(remainingRecords).not.toMatch(/inventad|trocada|ana\.nova|beto@|11144477735|11222333000181/i)
    expect(await countCsvOutcomes(id)).toMatchObject({ new: 2, changed: 1, refused: 1, ready: 0 })
  })

  test('rejects a company-only field in a person’s line, for new and existing people', async () => {
    const knownCustomer = await makeCustomer()
    const field =
      'Sem CNPJ a conta é de pessoa, que não tem este dado: preencha o CNPJ da empresa ou deixe este campo vazio'
    const id = await checkLines(
      'clients',
      head,
      `asa@example.com;Beto Inventado;111.444.777-35;;Asa Inventada Ltda.;ISENTO;(14) 3221-0000;${addressCells}`,
      `${knownCustomer.email};Ana Inventada da Silva;529.982.247-25;;Asa Inventada Ltda.;;(14) 99999-0000;${addressCells}`,
      anaLine.replace('529.982.247-25', '390.533.447-05'),
    )
    expect(await listOutcomes(id)).toEqual([{ company_name: [field] }, { company_name: [field] }, 'new'])
  })

  test('matches by document without e-mail, and rejects several matches, another e-mail and staff', async () => {
    await makeCustomer()
    const withoutSharedDocument = { cpf: null }
    await db.updateTable('profiles').set(withoutSharedDocument).where('user_id', '=', adminId).execute()
    const staff = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow()
    const singleMatchId = await checkLines('clients', 'CPF;Telefone', '52998224725;(14) 98888-0000')
    expect(await listOutcomes(singleMatchId)).toEqual([{ phone: ['(14) 99999-0000', '(14) 98888-0000'] }])
    await makeCustomer()
    const rejectedId = await checkLines(
      'clients',
      'E-mail;CPF;Telefone',
      ';529.982.247-25;(14) 98888-0000',
      'outro@example.com;529.982.247-25;(14) 98888-0000',
      `${staff.email};;(14) 98888-0000`,
      ';;(14) 98888-0000',
    )
    expect(await listOutcomes(rejectedId)).toEqual([
      { email: ['Várias contas têm este documento: diga o e-mail'] },
      { email: ['A conta com este documento tem outro e-mail: troque-o no cadastro'] },
      { registro: ['Contas da equipe são alteradas no cadastro'] },
      { registro: ['Diga o e-mail, o CPF ou o CNPJ'] },
    ])
    await applyImport('clients', singleMatchId)
    expect(await listStates(singleMatchId)).toEqual(['refused'])
  })

  test('updates accounts that share a document by e-mail, except a removed one', async () => {
    const firstCustomer = await makeCustomer()
    const secondCustomer = await makeCustomer()
    const { userId: removedUserId } = await makeCustomer()
    const removedEmail = makeRemovedEmail(removedUserId)
    await db.updateTable('users').set({ email: removedEmail }).where('id', '=', removedUserId).execute()
    const emails = [firstCustomer.email, secondCustomer.email, removedEmail]
    const lines = emails.map((email) => `${email};(14) 98888-0000`)
    const id = await checkLines('clients', 'E-mail;Telefone', ...lines)
    const change = { phone: ['(14) 99999-0000', '(14) 98888-0000'] }
    expect(await listOutcomes(id)).toEqual([change, change, { registro: ['Esta conta foi excluída'] }])
    await applyImport('clients', id)
    expect(await listStates(id)).toEqual(['applied', 'applied', 'refused'])
  })

  test('leaves fields without a column unchanged, and clears a field whose cell is empty', async () => {
    const knownCustomer = await makeCustomer()
    const profile = await db
      .selectFrom('profiles')
      .select('billing_address_id')
      .where('user_id', '=', knownCustomer.userId)
      .executeTakeFirstOrThrow()
    expect(profile.billing_address_id).not.toBeNull()
    await db
      .updateTable('addresses')
      .set({ complement: 'Hangar 1' })
      .where('id', '=', profile.billing_address_id ?? 0)
      .execute()
    const partnerImportId = await checkLines('clients', 'E-mail;Parceria', `${knownCustomer.email};sim`)
    expect(await listOutcomes(partnerImportId)).toEqual([{ is_partner: ['não', 'sim'] }])
    const emptyCellId = await checkLines('clients', 'E-mail;Complemento', `${knownCustomer.email};`)
    expect(await listOutcomes(emptyCellId)).toEqual([{ 'billing.complement': ['Hangar 1', ''] }])
    await applyImport('clients', emptyCellId)
    const billingAddress = await db
      .selectFrom('profiles')
      .innerJoin('addresses', 'addresses.id', 'billing_address_id')
      .select(['street', 'complement'])
      .where('user_id', '=', knownCustomer.userId)
      .executeTakeFirstOrThrow()
    expect(billingAddress).toEqual({ street: address.street, complement: '' })
  })
})

describe('a pending upload', () => {
  const lines = ['E-mail;Parceria', 'ninguem@example.com;sim']
  const getTimeBefore = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

  test('is visible only to its own administrator until it is applied', async () => {
    const otherStaff = await makeStaff()
    const id = await checkLines('clients', ...lines)
    expect(await findImport(id, otherStaff)).toBeUndefined()
    expect(await listImports(otherStaff)).toEqual([])
    expect(await findImport(id, adminId)).toMatchObject({ source: 'arquivo.csv', state: 'checked' })
    await applyImport('clients', id)
    expect(await findImport(id, otherStaff)).toMatchObject({ state: 'done' })
  })

  test('can be discarded until the import has begun', async () => {
    const discardedId = await checkLines('clients', ...lines)
    const startedId = await checkLines('clients', ...lines)
    await startApplying(startedId, { isQueued: true })
    expect(await discardCsvImport(discardedId)).toBe(true)
    expect(await startApplying(discardedId, { isQueued: false })).toBe(false)
    expect(await discardCsvImport(startedId)).toBe(false)
    expect((await listImports(adminId)).map(({ id }) => id)).toEqual([startedId])
    expect(await db.selectFrom('import_records').select('import_id').execute()).toEqual([
      { import_id: startedId },
    ])
  })

  test('is deleted with its records after three days, or half a year after it was applied', async () => {
    const recentId = await checkLines('clients', ...lines)
    const oldId = await checkLines('clients', ...lines)
    const appliedId = await checkLines('clients', ...lines)
    await applyImport('clients', appliedId)
    const setAge = (importId: number, days: number) =>
      db
        .updateTable('imports')
        .set({ created_at: getTimeBefore(days) })
        .where('id', '=', importId)
        .execute()
    await setAge(recentId, 2.9)
    await setAge(oldId, 3.1)
    await setAge(appliedId, 179)
    expect(await sweepOnce()).toMatchObject({ csvImports: 1 })
    expect((await listImports(adminId)).map(({ id }) => id)).toEqual([appliedId, recentId])
    await setAge(appliedId, 181)
    expect(await sweepOnce()).toMatchObject({ csvImports: 1 })
  })

  test('is retained while its import is queued, and deleted after an interrupted or refused import', async () => {
    const queuedId = await checkLines('clients', ...lines)
    const interruptedId = await checkLines('clients', ...lines)
    await startApplying(queuedId, { isQueued: true })
    await startApplying(interruptedId, { isQueued: false })
    const setAgeOfAll = (days: number) =>
      db
        .updateTable('imports')
        .set({ created_at: getTimeBefore(days) })
        .execute()
    // An open form may still apply an upload for three days, so begun imports are retained for four.
    await setAgeOfAll(3.9)
    expect(await sweepOnce()).toMatchObject({ csvImports: 0 })
    await setAgeOfAll(200)
    expect(await sweepOnce()).toMatchObject({ csvImports: 1 })
    expect((await listImports(adminId)).map(({ id }) => id)).toEqual([queuedId])
    await db.updateTable('outbox').set({ refused_at: new Date() }).execute()
    expect(await sweepOnce()).toMatchObject({ csvImports: 1 })
  })

  test('stores no part of an unreadable file', async () => {
    const manyEmails = Array.from({ length: 300 }, (_, index) => `a${index}@example.com`)
    const unclosedQuote = '"open'
    const bytes = encodeLines(['E-mail', ...manyEmails, unclosedQuote])
    const upload = stageCsv({ kind: 'clients', name: 'x.csv', bytes, createdBy: adminId })
    await expect(upload).rejects.toThrow('confira as aspas')
    expect(await db.selectFrom('imports').select('id').execute()).toEqual([])
    expect(await db.selectFrom('import_records').select('id').execute()).toEqual([])
  })
})
